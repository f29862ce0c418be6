import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './say.mjs';

const pollMs = 250;
const heartbeatMs = 2_000;

/** Long enough for a busy machine to miss beats; counted in polls, so a machine that slept does not look silent. */
const silentPolls = 60_000 / pollMs;

/**
 * Takes the lock file for this process and returns the function that releases it. Waits while another process holds it;
 * a holder that died is detected by its pid, one on another host or in another container by its missing heartbeat.
 */
export async function takeLock(file) {
  mkdirSync(dirname(file), { recursive: true });
  const mine = JSON.stringify({ pid: process.pid, host: hostname() });
  let hasSaid = false;
  let watched = { beat: 0, polls: 0 };
  while (!createFile(file, mine)) {
    const holder = readHolder(file);
    if (holder === undefined) continue;
    watched =
      holder.beat === watched.beat ? { beat: holder.beat, polls: watched.polls + 1 } : { beat: holder.beat, polls: 0 };
    if (isDead(holder) || watched.polls > silentPolls) {
      breakLock(file, holder.text);
      continue;
    }
    if (!hasSaid) say(`Waiting: process ${holder.pid ?? 'unknown'} is installing or building in this folder.`);
    hasSaid = true;
    await sleep(pollMs);
  }
  return keepAlive(file, mine);
}

function createFile(file, text) {
  try {
    const handle = openSync(file, 'wx');
    writeSync(handle, text);
    closeSync(handle);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file) {
  try {
    const text = readFileSync(file, 'utf8');
    const beat = statSync(file).mtimeMs;
    return { text, beat, ...parseHolder(text) };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * A file without readable text is one whose holder has just created it, or died doing so: only the heartbeat can tell.
 */
function parseHolder(text) {
  try {
    const { pid, host } = JSON.parse(text);
    return { pid, host };
  } catch {
    return {};
  }
}

function isDead(holder) {
  if (holder.host !== hostname() || !Number.isInteger(holder.pid)) return false;
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Two waiters may see the same dead holder: the second must not remove the lock that the first has taken since. */
function breakLock(file, staleText) {
  const breaker = `${file}.break`;
  if (!createFile(breaker, '')) {
    if (Date.now() - (readHolder(breaker)?.beat ?? Date.now()) > 10_000) rmSync(breaker, { force: true });
    return;
  }
  try {
    if (readHolder(file)?.text === staleText) rmSync(file, { force: true });
  } finally {
    rmSync(breaker, { force: true });
  }
}

function keepAlive(file, mine) {
  const beating = setInterval(() => beat(file, mine), heartbeatMs);
  beating.unref();
  const release = () => {
    clearInterval(beating);
    process.off('exit', release);
    if (readHolder(file)?.text === mine) rmSync(file, { force: true });
  };
  process.on('exit', release);
  return release;
}

function beat(file, mine) {
  if (readHolder(file)?.text !== mine) return;
  const now = new Date();
  utimesSync(file, now, now);
}
