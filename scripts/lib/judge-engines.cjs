// Preloaded into npm, which leaves out optional packages (native parts of our tools among them) that it judges unfit
// for this machine. Their `engines` must be judged by the Node that they will run on, which this very install brings.
Object.defineProperty(process, 'version', { value: process.env.COUNTERFOIL_ENGINE });

// npm 9, which came with the first Node 20, looks for the C library's version under a name that Node never used and
// then leaves out everything that asks for glibc.
const getReport = process.report.getReport.bind(process.report);
process.report.getReport = () => {
  const report = getReport();
  return { ...report, header: { ...report.header, glibcRuntimeVersion: report.header.glibcVersionRuntime } };
};
