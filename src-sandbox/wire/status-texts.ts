/** An import of Node's HTTP would look at every export, and one of them loads all of Node's own fetch. */
export const { STATUS_CODES: statusTexts } = process.getBuiltinModule('node:http');
