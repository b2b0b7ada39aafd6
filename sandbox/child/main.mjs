// @ts-check
/**
 * The process around one plugin. It is JavaScript, not TypeScript, because Node strips types with
 * WebAssembly, which `--jitless` takes away. It trusts nothing that comes out of an isolate, and it is
 * itself not trusted by its parent. It ends when its input closes. Plugin code runs between a frame of the
 * parent's and the answer to it, never besides: the parent watches exactly that time.
 */
import { readFrame, writeFrame } from './frames.mjs';
import { IsolateFault, PluginIsolate } from './plugin-isolate.mjs';

const LOAD = 1;
const CALL = 2;
const REPLY = 3;

const ANSWER = 1;
const FAILURE = 2;
const REQUEST = 3;
const LOG = 4;
const DESCRIBED = 5;
const LATE = 6;
const HELLO = 16;
const FAULT = 17;

const binding = { exports: /** @type {{ ivm?: typeof import('isolated-vm') }} */ ({}) };
process.dlopen(binding, process.argv[2] ?? '');
const ivm = /** @type {typeof import('isolated-vm')} */ (binding.exports.ivm);

let limits = /** @type {import('./plugin-isolate.mjs').Limits | null} */ (null);
let code = '';
let spare = /** @type {PluginIsolate | null} */ (null);
let current = /** @type {PluginIsolate | null} */ (null);
let callId = 0;
let timeoutMs = 0;
let waiting = 0;
/** @type {{ type: number, text: string } | null} */
let answer = null;
/** @type {{ type: number, id: number, text: string }[]} */
let outbox = [];
/** Least recently used first, as a Map keeps insertion order. @type {Map<string, PluginIsolate>} */
const isolates = new Map();

/** Called from inside an isolate: keeps, counts, never throws. @type {(type: number, id: number, text: string) => void} */
function post(type, id, text) {
  if (limits === null || typeof type !== 'number' || typeof id !== 'number' || typeof text !== 'string')
    return;
  if (type === ANSWER || type === FAILURE) {
    const tooLong = Buffer.byteLength(text) > limits.output_bytes;
    answer ??= tooLong
      ? { type: FAILURE, text: '{"name":"Error","code":"output_too_large","message":"Output too large"}' }
      : { type, text };
    return;
  }
  if (type === REQUEST) waiting += 1;
  if (outbox.length < limits.requests + limits.log_lines + 2)
    outbox.push({ type, id: type === LOG || type === LATE ? callId : id, text });
}

function flush() {
  for (const { type, id, text } of outbox) writeFrame(type, id, text);
  outbox = [];
}

/** Logs go out, since they tell the author why; a description of code that did not end does not. @param {unknown} error */
function fault(error) {
  outbox = outbox.filter(({ type }) => type !== DESCRIBED);
  flush();
  const kind = error instanceof IsolateFault ? error.kind : 'crash';
  const detail = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
  writeFrame(FAULT, callId, JSON.stringify({ kind, detail }));
}

/** @param {import('./plugin-isolate.mjs').Limits} bounds */
function createIsolate(bounds) {
  const created = new PluginIsolate(ivm, bounds, post);
  const unhandled = created.evaluate(`${code}\n//# sourceURL=plugin.js`, bounds.evaluate_ms);
  if (unhandled !== null) outbox = [{ type: DESCRIBED, id: 0, text: JSON.stringify(unhandled) }];
  return created;
}

/** @param {PluginIsolate} used */
function retire(used) {
  for (const [organizationId, isolate] of isolates) if (isolate === used) isolates.delete(organizationId);
  used.dispose();
}

/** @param {string} organizationId @param {import('./plugin-isolate.mjs').Limits} bounds */
function isolateOf(organizationId, bounds) {
  const found = isolates.get(organizationId);
  const chosen = found ?? spare ?? createIsolate(bounds);
  if (found === undefined) {
    spare = null;
    outbox = [];
    chosen.bind(organizationId, bounds.evaluate_ms);
    if (isolates.size >= bounds.isolates) {
      const [oldest, idle] = /** @type {[string, PluginIsolate]} */ (isolates.entries().next().value);
      isolates.delete(oldest);
      idle.dispose();
    }
  } else {
    isolates.delete(organizationId);
  }
  isolates.set(organizationId, chosen);
  return chosen;
}

/**
 * Sends what the isolate produced; the answer only once nothing it asked for is still open. An isolate that
 * served its number of calls is let go; the next call makes another, and is watched while it does.
 * @param {import('./plugin-isolate.mjs').Unhandled | null} unhandled
 */
function settle(unhandled) {
  if (unhandled !== null) return abandon(unhandled);
  flush();
  if (answer === null || waiting > 0) return;
  writeFrame(answer.type, callId, answer.text);
  answer = null;
  const used = current;
  current = null;
  if (limits !== null && used !== null && used.calls >= limits.isolate_calls) retire(used);
}

/**
 * The call fails with what its code left rejected. Other work of it may still stand open in the isolate,
 * which therefore serves no further call.
 * @param {import('./plugin-isolate.mjs').Unhandled} unhandled
 */
function abandon(unhandled) {
  outbox = outbox.filter(({ type }) => type !== REQUEST);
  flush();
  answer = null;
  waiting = 0;
  if (current !== null) retire(current);
  current = null;
  writeFrame(FAILURE, callId, JSON.stringify(unhandled));
}

/** @param {string} body */
function load(body) {
  const message = JSON.parse(body);
  limits = message.limits;
  code = message.code;
  spare = createIsolate(message.limits);
  flush();
}

/** @param {number} id @param {string} body @param {import('./plugin-isolate.mjs').Limits} bounds */
function begin(id, body, bounds) {
  const organizationEnd = body.indexOf('\n');
  const kindEnd = body.indexOf('\n', organizationEnd + 1);
  const nameEnd = body.indexOf('\n', kindEnd + 1);
  const deadlineEnd = body.indexOf('\n', nameEnd + 1);
  callId = id;
  waiting = 0;
  answer = null;
  timeoutMs = Number(body.slice(nameEnd + 1, deadlineEnd));
  current = isolateOf(body.slice(0, organizationEnd), bounds);
  const kind = body.slice(organizationEnd + 1, kindEnd);
  const name = body.slice(kindEnd + 1, nameEnd);
  settle(current.run(kind, name, body.slice(deadlineEnd + 1), timeoutMs));
}

// It ends with its parent; a signal that is meant for the whole group must not look like a crash before that.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

writeFrame(HELLO, 0, JSON.stringify({ pid: process.pid }));
for (;;) {
  const frame = readFrame(limits?.frame_bytes ?? 16 * 1024 * 1024);
  if (frame === null) break;
  try {
    if (frame.type === LOAD) load(frame.body);
    else if (frame.type === CALL && limits !== null) begin(frame.id, frame.body, limits);
    else if (frame.type === REPLY && current !== null) {
      waiting -= 1;
      settle(current.reply(frame.id, frame.body[0] === '1', frame.body.slice(1), timeoutMs));
    }
  } catch (error) {
    fault(error);
  }
}
process.exit(0);
