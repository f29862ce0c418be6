/**
 * What a test or a short process leaves behind is rarely needed again: where the young have room, most of it is never
 * copied. The start of a command takes a fifth less of a processor with it.
 */
export const roomForTheYoung = ['--min-semi-space-size=16', '--max-semi-space-size=64'] as const;
