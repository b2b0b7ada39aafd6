// @ts-check
/**
 * The process around one plugin. It is JavaScript, not TypeScript, because Node strips types with
 * WebAssembly, which `--jitless` takes away. It trusts nothing that comes out of an isolate, and it is
 * itself not trusted by its parent. It ends when its input closes.
 */
import { readFrame, writeFrame } from './frames.mjs';
import { PluginIsolate } from './plugin-isolate.mjs';

const LOAD = 1;
const CALL = 2;
const REPLY = 3;

const ANSWER = 1;
const FAILURE = 2;
const REQUEST = 3;
const LOG = 4;
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

/** @param {unknown} error */
function fault(error) {
  const message = error instanceof Error ? error.message : 'unknown';
  const kind = message.includes('timed out') ? 'timeout' : message.includes('disposed') ? 'memory' : 'crash';
  writeFrame(FAULT, callId, JSON.stringify({ kind, detail: message.slice(0, 300) }));
}

/** @param {import('./plugin-isolate.mjs').Limits} bounds */
function createIsolate(bounds) {
  const created = new PluginIsolate(ivm, bounds, post);
  created.evaluate(`${code}\n//# sourceURL=plugin.js`, bounds.evaluate_ms);
  return created;
}

/** @param {string} organizationId @param {import('./plugin-isolate.mjs').Limits} bounds */
function isolateOf(organizationId, bounds) {
  const found = isolates.get(organizationId);
  const chosen = found ?? spare ?? createIsolate(bounds);
  if (found === undefined) {
    spare = null;
    outbox = [];
    chosen.bind(organizationId);
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

/** Sends what the isolate produced; the answer only once nothing it asked for is still open. */
function settle() {
  flush();
  if (answer === null || waiting > 0) return;
  writeFrame(answer.type, callId, answer.text);
  answer = null;
  const used = current;
  current = null;
  if (limits === null || used === null || used.calls < limits.isolate_calls) return;
  for (const [organizationId, isolate] of isolates) if (isolate === used) isolates.delete(organizationId);
  used.dispose();
  spare ??= createIsolate(limits);
  outbox = [];
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
  current.run(
    body.slice(organizationEnd + 1, kindEnd),
    body.slice(kindEnd + 1, nameEnd),
    body.slice(deadlineEnd + 1),
    timeoutMs,
  );
  settle();
}

writeFrame(HELLO, 0, JSON.stringify({ pid: process.pid }));
for (;;) {
  const frame = readFrame(limits?.frame_bytes ?? 16 * 1024 * 1024);
  if (frame === null) break;
  try {
    if (frame.type === LOAD) load(frame.body);
    else if (frame.type === CALL && limits !== null) begin(frame.id, frame.body, limits);
    else if (frame.type === REPLY && current !== null) {
      waiting -= 1;
      current.reply(frame.id, frame.body[0] === '1', frame.body.slice(1), timeoutMs);
      settle();
    }
  } catch (error) {
    flush();
    fault(error);
  }
}
process.exit(0);
