import { app } from 'electron';
import type { UpdatePorts } from '../../app/counter/ports.ts';
import { isPackagedBuild } from '../../core/packaged.ts';
import { runningProgram } from '../../updates/program.ts';
import { builtInSource } from '../../updates/source.ts';
import { programFolder } from './program-folder.ts';

export function updatePorts({ askForFolder, restart }: Pick<UpdatePorts, 'askForFolder' | 'restart'>): UpdatePorts {
  return {
    program: runningProgram(programFolder(), app.getVersion()),
    source: isPackagedBuild ? builtInSource() : null,
    askForFolder,
    restart,
  };
}
