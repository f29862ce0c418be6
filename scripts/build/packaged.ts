/** Builds what a shop gets: the app with the practice service beside it, as one folder. */
process.env['COUNTERFOIL_BUILD'] = 'packaged';
await import('./app.ts');
await import('./cli.ts');

export {};
