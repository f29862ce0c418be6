import { z } from 'zod';
import { backupReasons } from './backup-reasons.ts';
import { certificateVariables } from './certificate-variables.ts';
import { profileNotes } from './codes.ts';
import { enrolmentView } from './enrolment.ts';
import { reconciledView, salvagedView, uncheckedView } from './reveals.ts';
import { failure, instant, language, theme, uuid } from './shapes.ts';

/** A key of the service, by its name there and its RFC 7638 thumbprint. */
export const serviceKey = z.object({ kid: z.string(), thumbprint: z.string() });
/**
 * The keys that are trusted (`believed`, as the command line prints them), and those that the service publishes besides
 * and nobody confirmed.
 */
export const serviceKeysView = z.object({
  /** `confirmed`: by a person's word, which a person can take back. */
  believed: z.array(serviceKey.extend({ confirmed: z.boolean() })),
  offered: z.array(serviceKey),
});

/**
 * The way to the service. `untried`: nothing was asked yet. `silent`: connected, and nothing has come back for a while.
 * `refused`: the last answer refused this counter's signature.
 */
export const connectionView = z.object({
  online: z.boolean(),
  trouble: z.enum(['untried', 'silent', 'refused']).exactOptional(),
});

/** What the screens need before anything else. */
export const startView = z.object({
  host: z.enum(['electron', 'browser']),
  mode: z.enum(['none', 'training', 'deployment']),
  /** What the deployment calls itself; shown beside its host and never instead of it. */
  deploymentName: z.string().optional(),
  /** Where requests go, as in an address, with the port unless that is the usual one. */
  deploymentHost: z.string().optional(),
  /**
   * Who signed the deployment file; `changed` where what is in use is not what was signed, `unreadable` where it cannot
   * be read any more who did. Absent where nobody did.
   */
  deploymentSigner: z
    .union([z.object({ thumbprint: z.string(), changed: z.boolean() }), z.object({ unreadable: z.literal(true) })])
    .optional(),
  language,
  theme,
  /** The minute of the service's last answer; absent before there was one. */
  answeredAt: instant.optional(),
  enrolment: enrolmentView,
  invitation: z.object({ invitationId: uuid, tokenReady: z.literal(true) }).optional(),
  /** The permissions the service last reported; absent while never read. */
  scopes: z.array(z.string()).optional(),
  /** How many days of validity may be asked for a key; absent where nothing can be sold. */
  validDays: z.object({ minimum: z.number().int(), maximum: z.number().int() }).optional(),
  /** How long the shop's own reference of a sale may be; absent where nothing can be sold. */
  referenceMaximum: z.number().int().optional(),
  /** Most cards in one order; absent where nothing can be sold. */
  maximumQuantity: z.number().int().optional(),
  /** What the deployment file makes weaker than need be or does not say; absent where nothing can be sold. */
  profileNotes: z.array(z.object({ field: z.string(), note: z.enum(profileNotes) })).optional(),
  /** How far this computer's clock is behind (positive) or ahead of the service; absent while not known. */
  clockOffsetSeconds: z.number().int().optional(),
  ...connectionView.shape,
  version: z.string(),
  /**
   * Why the records may not be the one and latest copy; absent where they are. Until owned cards are reconciled nothing
   * new is sold.
   */
  copyStatus: z.enum(['restored', 'copied', 'rolled-back']).optional(),
  /** What the last check of records in doubt could not read; absent where none has stopped. */
  unchecked: uncheckedView.optional(),
  /** What was lost of them, where they were salvaged from a damaged journal and are still in doubt for it. */
  salvaged: salvagedView.optional(),
  /** What the last comparison with the service found, until a person has noted it. */
  findings: reconciledView.optional(),
  /** Absent where the deployment file holds the keys themselves. */
  serviceKeys: serviceKeysView.optional(),
  /** Why selling is not possible though a deployment is chosen; the journal works all the same. */
  problem: failure.optional(),
  /** When the last backup was made, where the records are damaged and it can be restored. */
  lastBackupAt: instant.optional(),
  /** And those before it that can be restored, the newest first; absent where there are none. */
  olderBackupsAt: z.array(instant).optional(),
  /** Which variables of the environment name more certificates, and whether they may be trusted here. */
  extraCertificates: z.object({ names: z.array(z.enum(certificateVariables)), used: z.boolean() }).optional(),
  /** Why the last backup that was due was not made; absent where it was. */
  backupTrouble: z.enum(backupReasons).optional(),
});
