import type { ServiceLanguage } from '../../src-shared/words/languages.ts';
import type { Clock, Randomness, RawAnswer, Transport, TransportFault } from '../core/ports.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import type { ServiceKeys } from '../deployment/service-keys.ts';
import type { Judged } from '../partner-api/judge.ts';
import type { PreparedRequest } from '../partner-api/request.ts';
import type { ServiceClock } from '../partner-api/service-clock.ts';
import type { SigningKey } from '../signatures/keys.ts';
import type { RequestBudget } from './budget.ts';

/** What it takes to speak with one deployment. */
export interface PartnerSession {
  readonly profile: DeploymentProfile;
  readonly profileHash: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly randomness: Randomness;
  readonly serviceKeys: ServiceKeys;
  readonly language: () => ServiceLanguage;
  /**
   * The key in use, or null while none is active; for what is pinned to a key id that one, as long as it still signs.
   */
  readonly signingKey: (pinnedKeyId?: string) => SigningKey | null;
  readonly budget: RequestBudget;
  readonly arrivals: Arrivals;
  /**
   * Hears of every answer to the key in use that was judged as it came, but for refusals of a request that was dated
   * wrongly.
   */
  readonly heard: (prepared: PreparedRequest, judged: Judged, raw: RawAnswer) => void;
  /** Hears of every request that got no whole answer. */
  readonly unanswered?: (prepared: PreparedRequest, fault: TransportFault['code']) => void;
}

/**
 * When answers came that could not be verified, by the id of their seal: this run's monotonic clock, which no setting
 * of the computer's clock moves, and the latest time that the service had signed by then.
 */
export type Arrivals = Map<string, { readonly monotonicMs: number; readonly greatestCreatedSeconds: number }>;
