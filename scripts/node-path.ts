/** The Node that runs everything else is the one running this. */
process.stdout.write(`${process.execPath}\n`);
