/**
 * Node's HTTP without an import of it: that looks at every export, and one of them loads all of Node's own fetch, which
 * was an eighth of the work of a start.
 */
export const { Agent, createServer, request } = process.getBuiltinModule('node:http');
