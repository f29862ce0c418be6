import type { CertificateVariable } from '../../../src-shared/contract/certificate-variables.ts';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { NoticeName } from '../../../src-shared/contract/names.ts';
import type { RememberedScreen } from '../../../src-shared/contract/remembered-screen.ts';
import type { CallHandlers, NoticePayload } from '../../../src-shared/contract/schemas.ts';
import type { Clipboard, Clock, Printer, Randomness, Sealer, Transport } from '../../core/ports.ts';
import type { Result } from '../../core/result.ts';
import type { Introduction } from '../../deployment/introduction.ts';
import type { DrawnPage } from '../../pages/page.ts';
import type { SupportLog } from '../../support-log/support-log.ts';
import type { RunningProgram } from '../../updates/program.ts';
import type { UpdateSource } from '../../updates/source.ts';

/** What a host with screens supplies; everything else of the counter is the same in each. */
export interface AppPorts {
  readonly host: 'electron' | 'browser';
  readonly dataDirectory: string;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly transport: Transport;
  /** For logos, whose hosts say nothing of the connection to the service; the same where nothing is said. */
  readonly logoTransport?: Transport;
  readonly sealerFor: (mode: 'training' | 'deployment') => Result<Sealer, Failure>;
  readonly clipboard: Clipboard | null;
  readonly printer: Printer | null;
  readonly startSandbox: (directory: string) => Promise<Result<SandboxInfo, Failure>>;
  readonly version: string;
  /** The host speaks to a sandbox it started itself and to nothing else. */
  readonly trainingOnly: boolean;
  /** Which variables of the environment name more certificates, and whether this host may trust those. */
  readonly extraCertificates?: { readonly names: readonly CertificateVariable[]; readonly used: boolean };
  /** Ends the host. Absent where its window is not the host's to close. */
  readonly quit?: () => void;
  /** Keeps what is on the screen out of pictures of it, where the system can. */
  readonly protectScreen?: (on: boolean) => void;
  /** Draws the page a step larger or smaller. Absent where that is the browser's to do. */
  readonly zoom?: (step: 'larger' | 'smaller') => void;
  /** How long ago somebody touched the window, as the host saw it itself. Absent where it sees no such thing. */
  readonly sinceInputMs?: () => number;
  /**
   * Asks the person, in a box that no page can draw over or answer, whether this deployment is to be taken. Absent
   * where the host takes none, or has the person's word already.
   */
  readonly confirmDeployment?: (introduction: Introduction) => Promise<boolean>;
  /**
   * Asks for a deployment file in a box of the system's own and gives its text; null where nobody chose one. Absent
   * where the page asks itself.
   */
  readonly askForDeployment?: () => Promise<Result<string | null, Failure>>;
  /** Absent where the host's program is not ours to replace. */
  readonly updates?: UpdatePorts;
  /**
   * Resolves when the page was drawn, or is not waited for any longer: orders of before and care of the records come
   * after it, a person's own sale does not wait. They begin at once where a host draws nothing itself.
   */
  readonly firstScreen?: Promise<void>;
  /** Keeps what the next start may draw before its records are open. Absent where a host draws nothing so soon. */
  readonly rememberScreen?: (screen: RememberedScreen) => void;
  /** Where a bug in work that no call waits for is reported. */
  readonly reportBug?: (error: unknown) => void;
  /** What happens at the counter is noted here; nothing is where a host keeps no log. */
  readonly supportLog?: SupportLog;
  /**
   * Asks where a file is to be saved, in a box of the system's own, and writes it; null where the person chose
   * nothing, false where it could not be written. Absent where the page saves it itself.
   */
  readonly saveFile?: (name: string, content: string | Uint8Array, what: SavedKind) => Promise<boolean | null>;
  /**
   * The same for a file with codes, which is made once there is a place for it; what is not made is not written. Gives
   * the name that it has: a file that lies there keeps its own.
   */
  readonly saveCodesFile?: (name: string, make: () => Promise<Uint8Array | null>) => Promise<string | false | null>;
  /** Draws a page of ours as PDF, on A4; null where that went wrong. Absent where the host cannot. */
  readonly drawPdf?: (page: string) => Promise<Uint8Array | null>;
}

/** What the box that asks where to save calls it. */
export type SavedKind = 'log' | 'report' | 'complaint' | 'codes';

/** What a host knows of its own program, and of where newer ones come from. */
export interface UpdatePorts {
  readonly program: RunningProgram;
  /** Null in a build that looks for no updates. */
  readonly source: UpdateSource | null;
  /** Asks for a folder in a box of the system's own; null where nobody chose one. */
  readonly askForFolder: () => Promise<string | null>;
  /** Ends the counter, whatever the page would ask about that, and starts this program in its place. */
  readonly restart: (path: string) => void;
}

/** A training service running as a process of its own. */
export interface SandboxInfo {
  readonly deploymentFile: string;
  readonly invitationId: string;
  readonly enrollmentTokenFile: string;
  readonly baseUrl: string;
  /**
   * From now on it has these faults, as its control port takes them, and no others; and its staff let so much be bought
   * from a wallet a day.
   */
  readonly setFaults: (faults: readonly object[], dailyLimit: string | null) => Promise<Result<void, Failure>>;
  readonly stop: () => Promise<void>;
}

export type NoticeListener = <N extends NoticeName>(notice: N, payload: NoticePayload<N>) => void;

export interface CounterApp {
  readonly handlers: CallHandlers;
  onNotice(listener: NoticeListener): () => void;
  /** The host says when its window is drawn: with an open journal that is a good start. */
  readonly drawn: () => Promise<void>;
  /** A page that main drew, once; null where there is none at `path`. */
  readonly page: (path: string) => DrawnPage | null;
  /**
   * Nobody is at the counter: codes that are shown go away, copied ones leave the clipboard, and the work is covered
   * until a person goes on.
   */
  readonly lock: () => Promise<void>;
  /** After so long without a touch the counter is to be locked. */
  readonly idleLockMinutes: () => number;
  /** False where the page first has to say which sales are not settled; true when it is asked again. */
  readonly mayQuit: () => boolean;
  /** Drains attempts in flight and closes the journal. */
  close(): Promise<void>;
}
