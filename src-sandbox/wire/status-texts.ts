/** By a way that does not look at every export of Node's HTTP, as an import does: one of them loads all of fetch. */
export const { STATUS_CODES: statusTexts } = process.getBuiltinModule('node:http');
