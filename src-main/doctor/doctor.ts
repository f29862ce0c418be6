import type { Journal } from '../journal/journal.ts';
import type { Keyring } from '../keyring/keyring.ts';
import { deploymentIdentity } from '../deployment/profile.ts';
import type { OrderBook } from '../orders/book.ts';
import type { PartnerSession } from '../partner-api/session.ts';
import { examine } from './examine.ts';
import type { Examination } from './examination.ts';
import { patientKey } from './patient.ts';
import { acceptedUnder } from './policy.ts';

/** Looks for the cause where calls are refused or answers cannot be believed. */
export interface Doctor {
  /** One examination at a time: whoever asks meanwhile gets the same. */
  examine(): Promise<Examination>;
  /** The last one that ended; what a person may have applied is what that one named. */
  last(): Examination | null;
  /** Ends what is under way, with what is known by then. */
  stop(): void;
}

export interface DoctorParts {
  readonly session: PartnerSession;
  readonly keyring: Keyring;
  readonly journal: Journal;
  readonly book: OrderBook;
}

export function createDoctor({ session, keyring, journal, book }: DoctorParts): Doctor {
  const stopped = new AbortController();
  let underWay: Promise<Examination> | null = null;
  let last: Examination | null = null;
  const begin = async (): Promise<Examination> => {
    last = await examine({
      session,
      key: patientKey(keyring, journal, deploymentIdentity(session.profile)),
      acceptedBefore: acceptedUnder(journal, session.profileHash),
      ordersRefused: ordersRefused(book, session.profileHash),
    }, stopped.signal);
    return last;
  };
  return {
    examine: () => {
      underWay ??= begin().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    last: () => last,
    stop: () => stopped.abort(),
  };
}

/** Orders are never tried: that their signature is refused is known only from those that people placed. */
function ordersRefused(book: OrderBook, profileHash: string): boolean {
  return book.pending().some((id) => {
    const facts = book.find(id);
    return facts?.gate?.code === 'invalid_credentials' && facts.attempts.at(-1)?.profileHash === profileHash;
  });
}
