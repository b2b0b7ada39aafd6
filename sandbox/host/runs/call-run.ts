import { randomUUID } from 'node:crypto';
import type {
  CallAnswer,
  CallRequest,
  Capabilities,
  CapabilityCall,
  FaultKind,
  LogLine,
} from '../../contract.ts';
import type { SandboxLimits } from '../../limits.ts';
import { CapabilityError, SandboxError, type SandboxErrorCode } from '../../sandbox-error.ts';
import { type Data, parseBounded } from '../../wire/bounded-json.ts';
import { toChild, toParent } from '../../wire/frames.ts';
import { parseFault } from './fault-frame.ts';
import { Run, type RunPlace } from './run.ts';

/** A call whose input is already checked and text. */
export interface PreparedCall {
  readonly request: CallRequest;
  readonly input: string;
  readonly deadlineMs: number;
}

/** Bytes of capability results one call may be given, in multiples of the input limit. */
const REPLY_BUDGETS = 4;
const failureCodes: readonly SandboxErrorCode[] = ['not_registered', 'output_too_large'];
const CAPABILITY_NAME = /^[a-z]+\.[a-z]+$/;
let lastId = 0;

/** One call in a child: sends it, serves its capability requests, and judges the answer. */
export class CallRun extends Run<CallAnswer> {
  readonly #limits: SandboxLimits;
  readonly #capabilities: Capabilities;
  readonly #about: Omit<CapabilityCall, 'bytes'>;
  readonly #id: number;
  #log: LogLine[] | undefined;
  #requests = 0;
  #requestBytes = 0;
  #replyBytes = 0;
  #late: string | null = null;

  constructor(place: RunPlace, call: PreparedCall, limits: SandboxLimits, capabilities: Capabilities) {
    super(place, call.deadlineMs);
    const { plugin_id, organization_id, kind, name } = call.request;
    this.#limits = limits;
    this.#capabilities = capabilities;
    this.#about = { plugin_id, organization_id, call_id: randomUUID() };
    lastId = (lastId + 1) % 0xffff_ffff;
    this.#id = lastId;
    const head = `${organization_id}\n${kind}\n${name}\n${call.deadlineMs}\n`;
    place.child.send(toChild.call, this.#id, head + call.input);
  }

  frame(type: number, id: number, body: string): void {
    if (type === toParent.request) this.#request(id, body);
    else if (type === toParent.fault) this.#faulted(parseFault(body));
    else if (id !== this.#id) this.fault('protocol', 'A frame for another call');
    else if (type === toParent.answer) this.#answer(body);
    else if (type === toParent.failure) this.#failure(body);
    else if (type === toParent.log) this.#logged(body);
    else if (type === toParent.late) this.#late = body.slice(0, 60);
    else this.fault('protocol', 'A frame of an unknown type');
  }

  #faulted({ kind, detail }: { kind: FaultKind; detail: string }): void {
    this.fault(kind, detail);
  }

  #parse(body: string, most: number): { [key: string]: Data } | undefined {
    const data = Buffer.byteLength(body) > most ? undefined : parseBounded(body, this.#limits);
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? data : undefined;
  }

  #answer(body: string): void {
    const data = this.#parse(body, this.#limits.outputBytes);
    this.#countLateWork();
    if (data === undefined || !('output' in data))
      this.fail(new SandboxError('output_invalid', 'The output is too deep or has too many keys'));
    else this.succeed(this.#withLog({ output: data['output'] ?? null }, data['artifact']));
  }

  #withLog(answer: CallAnswer, artifact: Data | undefined): CallAnswer {
    const full = artifact === undefined ? answer : { ...answer, artifact };
    return this.#log === undefined ? full : { ...full, log: this.#log };
  }

  #failure(body: string): void {
    const data = this.#parse(body, 8_000) ?? {};
    this.#countLateWork();
    const code = typeof data['code'] === 'string' ? data['code'] : null;
    const message = typeof data['message'] === 'string' ? data['message'] : 'The plugin failed';
    const name = typeof data['name'] === 'string' ? data['name'] : 'Error';
    const known = failureCodes.find((failureCode) => failureCode === code);
    this.fail(
      new SandboxError(known ?? 'plugin_error', message, known === undefined ? { name, code } : null),
    );
  }

  /** The answer stands, but the isolate that went on after it does not. */
  #countLateWork(): void {
    if (this.#late === null) return;
    void this.place.child.kill();
    this.place.onFault('late_work', `Asked for ${this.#late} after the answer`);
  }

  #logged(body: string): void {
    this.#log ??= [];
    if (this.#log.length >= this.#limits.logLines) this.fault('protocol', 'More log lines than agreed');
    if (this.isSettled) return;
    const data = this.#parse(body, 20_000) ?? {};
    const level = data['level'] === 'warn' || data['level'] === 'error' ? data['level'] : 'info';
    const line = { level, message: String(data['message'] ?? ''), fields: data['fields'] ?? null } as const;
    this.#log.push(line);
    this.#invoke(`log.${level}`, [line.message, line.fields], Buffer.byteLength(body)).catch(() => {});
  }

  #request(id: number, body: string): void {
    this.#requests += 1;
    const bytes = Buffer.byteLength(body);
    this.#requestBytes += bytes;
    const { requests, requestBytes } = this.#limits;
    if (this.#requests > requests || this.#requestBytes > requestBytes * 2)
      this.fault('protocol', 'More capability calls than agreed');
    if (this.isSettled) return;
    const data = this.#parse(body, requestBytes * 2);
    this.#asked(data?.['name'], data?.['args'], bytes).then(
      (value) => this.#reply(id, true, value ?? null),
      (error: unknown) => this.#reply(id, false, explain(error)),
    );
  }

  async #asked(name: Data | undefined, args: Data | undefined, bytes: number): Promise<unknown> {
    if (typeof name !== 'string' || !CAPABILITY_NAME.test(name) || !Array.isArray(args))
      throw new CapabilityError('invalid_request', 'Not a request of the agreed shape');
    return this.#invoke(name, args, bytes);
  }

  async #invoke(name: string, args: readonly Data[], bytes: number): Promise<unknown> {
    return this.#capabilities(name, args, { ...this.#about, bytes });
  }

  #reply(id: number, ok: boolean, value: unknown): void {
    if (this.isSettled) return;
    const { inputBytes } = this.#limits;
    const text = textWithin(value, Math.min(inputBytes, REPLY_BUDGETS * inputBytes - this.#replyBytes));
    this.#replyBytes += text?.length ?? 0;
    const tooLarge =
      '{"code":"result_too_large","message":"The result is larger than a plugin may be given"}';
    this.place.child.send(toChild.reply, id, text === undefined ? `0${tooLarge}` : `${ok ? 1 : 0}${text}`);
  }
}

function textWithin(value: unknown, maxBytes: number): string | undefined {
  try {
    const text = JSON.stringify(value) ?? 'null';
    return Buffer.byteLength(text) > maxBytes ? undefined : text;
  } catch {
    return undefined;
  }
}

function explain(error: unknown): { code: string; message: string } {
  if (error instanceof CapabilityError) return { code: error.code, message: error.message };
  return { code: 'capability_failed', message: 'The platform could not do this' };
}
