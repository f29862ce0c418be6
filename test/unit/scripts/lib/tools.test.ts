import { afterEach, describe, expect, it, vi } from 'vitest';
import { runTool } from '../../../../scripts/lib/tools.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the kept output of a tool', () => {
  it('is plain, also where the surroundings ask for colours', async () => {
    vi.stubEnv('FORCE_COLOR', '1');
    vi.stubEnv('NO_COLOR', undefined);
    const { exitCode, output } = await runTool({
      tool: 'vitest',
      args: ['run', '--project', 'unit', 'no-test-file-has-this-name'],
      output: 'keep',
    });
    expect(exitCode).toBe(1);
    expect(output).toContain('No test files found');
    expect(output).not.toContain('\u001b');
  });
});
