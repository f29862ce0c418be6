/** All that Electron reads back of the preferences of a page; whole, so that one which is new there is looked at too. */
export const safePreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  webviewTag: false,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  enableBlinkFeatures: '',
  javascript: true,
  disableDialogs: false,
  disablePopups: false,
  safeDialogs: false,
  safeDialogsMessage: '',
} as const;
