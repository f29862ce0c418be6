import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Refusal } from './say.mjs';

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The exit code that shells give a process ended by a signal. */
function signalExitCode(signal) {
  return 128 + (constants.signals[signal] ?? 0);
}

/**
 * A command that starts `file` and leaves no dump of its memory, nor do its children: there may be codes in it. The
 * shell that sets the limit is gone when the file runs, under its own number.
 */
export function withoutCoreDumps(file, args) {
  return process.platform === 'win32'
    ? [file, args]
    : ['/bin/sh', ['-c', 'ulimit -c 0; exec "$0" "$@"', file, ...args]];
}

/**
 * Runs a child to its end and passes signals on to it. A Ctrl-C at a terminal reaches the whole process group by
 * itself: passed on as well, the child would take it for the second, impatient one.
 */
export function runToEnd(file, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, options);
    const pass = (signal) => {
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    for (const signal of passedOn) process.on(signal, pass);
    const done = () => passedOn.forEach((signal) => process.off(signal, pass));
    child.once('error', (error) => {
      done();
      reject(new Refusal(`Cannot run ${file}: ${error.message}.`));
    });
    child.once('exit', (code, signal) => {
      done();
      resolve({ exitCode: code ?? signalExitCode(signal), signal });
    });
  });
}
