import type { OrderDetail } from '../../../src-shared/contract/schemas.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useClockTime, useDay } from '../../base/i18n/use-time.ts';
import { wordsOf } from '../../entities/orders/timeline-words.ts';
import './order-timeline.css';
import { PersonName } from '../../entities/people/person-name.tsx';
import { Ltr } from '../../ui/ltr.tsx';

/** Day by day: codes are shown again, and orders settled, on other days than they were sold. */
export function OrderTimeline({ timeline }: { timeline: OrderDetail['timeline'] }) {
  const text = useText();
  const dayOf = useDay();
  return (
    <section className="timeline">
      <h3>{text('journal.timeline')}</h3>
      {Object.entries(Object.groupBy(timeline, ({ at }) => dayOf(at))).map(([day, entries = []]) => (
        <section key={day} className="timeline__day">
          <h4>{day}</h4>
          <ol>
            {entries.map((entry, index) => (
              <TimelineEntry key={index} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
    </section>
  );
}

function TimelineEntry({ entry }: { entry: OrderDetail['timeline'][number] }) {
  const text = useText();
  const clockTime = useClockTime();
  const { says, notes, requestId } = wordsOf(entry, text);
  return (
    <li className="timeline__entry" data-kind={entry.kind}>
      <time dateTime={entry.at}>
        <bdi dir="ltr">{clockTime(entry.at)}</bdi>
      </time>
      <div>
        <p>{says}</p>
        {entry.by === undefined ? null : (
          <p className="timeline__note">
            {text('people.by')} <PersonName id={entry.by} />
          </p>
        )}
        {entry.approvedBy === undefined ? null : (
          <p className="timeline__note">
            {text('approval.by')} <PersonName id={entry.approvedBy} />
          </p>
        )}
        {notes.map((note) => (
          <p key={note} className="timeline__note">
            {note}
          </p>
        ))}
        {requestId === undefined ? null : (
          <p className="timeline__note">
            {text('app.requestId')} <Ltr select>{requestId}</Ltr>
          </p>
        )}
      </div>
    </li>
  );
}
