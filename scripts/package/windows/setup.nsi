; The installer for Windows: for all users of a computer, in English and Arabic. Uninstalling keeps every record.
Unicode true
SetCompressor /SOLID lzma
SetDateSave off
!include "MUI2.nsh"
!include "LogicLib.nsh"
!include "x64.nsh"
!include "${FILES}"

Name "Counterfoil"
OutFile "${OUTPUT}"
InstallDir "$PROGRAMFILES64\Counterfoil"
; Only an administrator can write there: nobody else changes the program.
RequestExecutionLevel admin
BrandingText "Counterfoil ${VERSION}"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Counterfoil"
!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING

!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Arabic"

LangString OPEN ${LANG_ENGLISH} "Counterfoil is open. Close it, then try again. No sale is lost."
LangString OPEN ${LANG_ARABIC} "برنامج Counterfoil مفتوح. أغلقه ثم حاول مرة أخرى. لن تضيع أي عملية بيع."
LangString KEPT ${LANG_ENGLISH} "The program was removed. The records were kept: each person's are in %APPDATA%\counterfoil."
LangString KEPT ${LANG_ARABIC} "أزيل البرنامج وبقيت السجلات: سجلات كل مستخدم في ‎%APPDATA%\counterfoil."
LangString OLD ${LANG_ENGLISH} "Counterfoil needs a 64-bit Windows."
LangString OLD ${LANG_ARABIC} "يحتاج Counterfoil إلى نظام Windows من 64 بت."

; A hook for Authenticode: the command signs the file that it is given.
!ifdef SIGN
  !uninstfinalize '"${SIGN}" "%1"'
  !finalize '"${SIGN}" "%1"'
!endif

; A program that runs cannot be deleted. It is asked to close, and never made to.
!macro RefuseWhileOpen
  ClearErrors
  Delete "$INSTDIR\Counterfoil.exe"
  ${If} ${Errors}
    MessageBox MB_OK|MB_ICONEXCLAMATION "$(OPEN)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
!macroend

Function .onInit
  !insertmacro MUI_LANGDLL_DISPLAY
  ${IfNot} ${RunningX64}
    MessageBox MB_OK|MB_ICONSTOP "$(OLD)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
  SetRegView 64
FunctionEnd

Function un.onInit
  !insertmacro MUI_UNGETLANGUAGE
  SetRegView 64
FunctionEnd

Section "install"
  SetShellVarContext all
  !insertmacro RefuseWhileOpen
  !insertmacro InstallFiles
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Counterfoil.lnk" "$INSTDIR\Counterfoil.exe"
  WriteRegStr HKLM "${UNINSTALL}" "DisplayName" "Counterfoil"
  WriteRegStr HKLM "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKLM "${UNINSTALL}" "DisplayIcon" "$INSTDIR\Counterfoil.exe"
  WriteRegStr HKLM "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKLM "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKLM "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKLM "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKLM "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section "un.install"
  SetShellVarContext all
  !insertmacro RefuseWhileOpen
  !insertmacro RemoveFiles
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Counterfoil.lnk"
  DeleteRegKey HKLM "${UNINSTALL}"
  MessageBox MB_OK|MB_ICONINFORMATION "$(KEPT)" /SD IDOK
SectionEnd
