import type { Failure } from '../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Database } from '../sqlite/database.ts';
import type { SqlValue } from '../sqlite/row.ts';
import { projectedIn } from './projection-table.ts';
import type { ProjectionPage, ProjectionQuery, ProjectionRow } from './projection.ts';

/**
 * A page, newest first. The cursor names the last row of the page before, so rows added meanwhile shift nothing. What
 * is asked for as a whole comes first, from indexes: rows that are named, then those of that reference, and only then
 * the ones that are found by words.
 */
export function readPage(database: Database, query: ProjectionQuery): Result<ProjectionPage, Failure> {
  const position = positionAt(query);
  if (position === null) return err({ code: 'input_invalid', field: 'cursor' });
  const stages = stagesOf(query);
  for (const stage of stages.slice(stages.indexOf(position.stage))) {
    const page = pageOf(database, query, stage, stage === position.stage ? position.after : null);
    if (page.items.length > 0 || stage === stages.at(-1)) return ok(page);
  }
  return ok({ items: [] });
}

const stageNames = ['named', 'reference', 'words'] as const;
type Stage = (typeof stageNames)[number];

interface After {
  readonly intendedAtMs: number;
  readonly operationId: string;
}

function stagesOf({ whole }: ProjectionQuery): readonly Stage[] {
  if (whole === undefined) return ['words'];
  const isNamed = whole.operationIds.length > 0 || whole.saleNumbers.length > 0;
  return stageNames.filter((stage) => (stage === 'named' ? isNamed : stage === 'words' || whole.reference !== null));
}

function pageOf(database: Database, query: ProjectionQuery, stage: Stage, after: After | null): ProjectionPage {
  const { conditions, values } = conditionsOf(query, stage);
  if (after !== null) {
    conditions.push('(intended_at_ms, operation_id) < (?, ?)');
    values.push(after.intendedAtMs, after.operationId);
  }
  // The few that are named are sorted; the index over all of them by age would be read to its end.
  const sorted = stage === 'named' ? '+' : '';
  const sql = `SELECT * FROM operations WHERE ${conditions.join(' AND ')}
    ORDER BY ${sorted}intended_at_ms DESC, ${sorted}operation_id DESC LIMIT ? + 0`;
  const rows = database.all(sql, ...values, query.limit + 1).map(projectedIn);
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  if (last === undefined) return { items };
  if (rows.length > items.length) return { items, nextCursor: cursorAfter(stage, last) };
  const next = stagesOf(query)[stagesOf(query).indexOf(stage) + 1];
  return next === undefined || query.whole?.isSure === true ? { items } : { items, nextCursor: beginningOf(next) };
}

/**
 * What is not asked for holds for every row. Values are in expressions: SQLite looks into bare ones beside ORDER BY and
 * LIMIT, and plans such a statement at each run.
 */
function conditionsOf(
  query: ProjectionQuery,
  stage: Stage,
): { readonly conditions: string[]; readonly values: SqlValue[] } {
  const words = stage === 'words' ? (query.words ?? []) : [];
  // Not by the index of cards then: each sale of the card that there ever was would be looked at.
  const areFew = query.pending === true || query.unsettled === true;
  const asked: readonly (readonly [string, SqlValue | undefined])[] = [
    ["wallet_id = ? || ''", query.walletId],
    [`${areFew ? '+' : ''}card_id = ? || ''`, query.cardId],
    ['quantity = ? + 0', query.quantity],
    ['json_extract(view, ?) = 1', query.flag === undefined ? undefined : `$.${query.flag}`],
    ['intended_at_ms >= ?', query.fromMs],
    ['intended_at_ms < ?', query.untilMs],
  ];
  const bits = [bitOf('pending', query.pending), bitOf('unsettled', query.unsettled)].flat();
  const wordForms = words.filter((forms) => forms.length > 0);
  const given = asked.flatMap(([condition, value]) => (value === undefined ? [] : [{ condition, value }]));
  const { anyOf = [], orPending = false } = query.states ?? {};
  const inStates = `(state IN (${marksFor(anyOf)})${orPending ? ' OR pending = 1' : ''})`;
  const wholly = whollyIn(query, stage);
  const { among } = query;
  return {
    conditions: [
      'TRUE',
      ...bits,
      ...given.map(({ condition }) => condition),
      ...wordForms.map((forms) => `(${forms.map(() => 'instr(search, ?) > 0').join(' OR ')})`),
      ...(query.states === undefined ? [] : [inStates]),
      // One value for all of them: there may be more than a statement takes.
      ...(among === undefined ? [] : ['operation_id IN (SELECT value FROM json_each(?))']),
      ...wholly.conditions,
    ],
    values: [
      ...given.map(({ value }) => value),
      ...wordForms.flat(),
      ...anyOf,
      ...(among === undefined ? [] : [JSON.stringify(among)]),
      ...wholly.values,
    ],
  };
}

const ofReference = 'reference_key IS NOT NULL AND reference_key = ?';

/** What a stage looks for as a whole; each stage leaves out what those before it gave. */
function whollyIn({ whole }: ProjectionQuery, stage: Stage): ReturnType<typeof conditionsOf> {
  if (whole === undefined) return { conditions: [], values: [] };
  const { operationIds, saleNumbers, reference } = whole;
  // One list of ids: an OR of the two would read every row.
  const named = `(SELECT operation_id FROM operations WHERE operation_id IN (${marksFor(operationIds)}) UNION
    SELECT operation_id FROM operations WHERE sale_number IS NOT NULL AND sale_number IN (${marksFor(saleNumbers)}))`;
  const names = [...operationIds, ...saleNumbers];
  if (stage === 'named') return { conditions: [`operation_id IN ${named}`], values: names };
  const others = { conditions: [`operation_id NOT IN ${named}`], values: names };
  if (reference === null) return others;
  const how = stage === 'reference' ? ofReference : `NOT (${ofReference})`;
  return { conditions: [how, ...others.conditions], values: [reference, ...others.values] };
}

function marksFor(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}

/** In the statement itself: only so it is known before it runs which of the partial indexes holds all such rows. */
function bitOf(column: string, value: boolean | undefined): readonly string[] {
  return value === undefined ? [] : [`${column} = ${Number(value)}`];
}

function beginningOf(stage: Stage): string {
  return encoded(`${stage}:`);
}

function cursorAfter(stage: Stage, row: ProjectionRow): string {
  const prefix = stage === 'words' ? '' : `${stage}:`;
  return encoded(`${prefix}${row.intendedAtMs}:${row.operationId}`);
}

function encoded(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url');
}

/** Where a page begins; null for a cursor that is not ours, or of another question. */
function positionAt(query: ProjectionQuery): { readonly stage: Stage; readonly after: After | null } | null {
  const stages = stagesOf(query);
  const [first = 'words'] = stages;
  if (query.cursor === undefined) return { stage: first, after: null };
  const text = Buffer.from(query.cursor, 'base64url').toString('utf8');
  const match = /^(?:([a-z]+):)?(?:([0-9]{1,15}):([0-9a-f-]{36}))?$/.exec(text);
  const [, name = 'words', atMs, operationId] = match ?? [];
  const stage = stages.find((each) => each === name);
  if (match === null || text === '' || stage === undefined) return null;
  const after = atMs === undefined || operationId === undefined ? null : { intendedAtMs: Number(atMs), operationId };
  return { stage, after };
}
