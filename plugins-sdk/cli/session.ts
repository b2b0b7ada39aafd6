import { randomUUID } from 'node:crypto';
import { type CallAnswer, type CallKind, visibleText } from '@patchbay/sandbox';
import type { JsonSchema } from '../author/json.ts';
import { matchesEventPattern, type PluginManifest, validateData } from '../package/index.ts';
import type { LocalPlatform } from './local-platform.ts';

/** Result of one step of a session, ready to print or compare. */
export interface StepResult {
  readonly ok: boolean;
  readonly lines: readonly string[];
}

/** Sends events and calls to one plugin as the platform would, for `dev` and `test`. */
export class Session {
  readonly #platform: LocalPlatform;
  readonly #manifest: PluginManifest;
  readonly #organizationId: string;

  constructor(platform: LocalPlatform, manifest: PluginManifest, organizationId = 'organization-1') {
    this.#platform = platform;
    this.#manifest = manifest;
    this.#organizationId = organizationId;
  }

  /** Hands an event to every handler whose pattern covers it. */
  async event(type: string, payload: unknown): Promise<StepResult> {
    const patterns = this.#manifest.permissions.events.filter((pattern) =>
      matchesEventPattern(pattern, type),
    );
    if (patterns.length === 0) return { ok: true, lines: [`${type}: no handler`] };
    this.#platform.budget.restart();
    const event = { id: randomUUID(), type, occurred_at: new Date().toISOString(), payload };
    const results = [];
    for (const pattern of patterns) results.push(await this.#call('event', pattern, event));
    return { ok: results.every(({ ok }) => ok), lines: results.flatMap(({ lines }) => lines) };
  }

  /** Runs an operation or a tool, after checking its input as the platform does; checks a declared output too. */
  async ask(kind: 'operation' | 'tool', name: string, input: unknown): Promise<StepResult> {
    const operation = this.#manifest.operations.find(({ id }) => id === name);
    const declared =
      kind === 'operation' ? operation : this.#manifest.tools.find((tool) => tool.name === name);
    if (declared === undefined) return { ok: false, lines: [`no ${kind} ${name}`] };
    const [problem] = validateData(declared.input_schema, input);
    if (problem !== undefined)
      return { ok: false, lines: [`${name}: input ${problem.path} ${problem.message}`] };
    return this.#call(kind, name, input, kind === 'operation' ? (operation?.output_schema ?? null) : null);
  }

  async #call(
    kind: CallKind,
    name: string,
    input: unknown,
    outputSchema: JsonSchema | null = null,
  ): Promise<StepResult> {
    const emittedBefore = this.#platform.emitted.length;
    const about = { plugin_id: this.#manifest.id, organization_id: this.#organizationId };
    try {
      const answer = await this.#platform.sandbox.call({ ...about, kind, name, input });
      const emitted = this.#platform.emitted
        .slice(emittedBefore)
        .map((event) => `emitted ${event.type} ${JSON.stringify(event.payload)}`);
      const problems = outputSchema === null ? [] : validateData(outputSchema, answer.output);
      const complaints = problems.map(({ path, message }) => `output ${path} ${message}`);
      const lines = [...describe(kind, name, answer), ...emitted, ...complaints].map(
        (line) => `${name}: ${line}`,
      );
      return { ok: problems.length === 0, lines };
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      return { ok: false, lines: [`${name}: failed with ${code ?? 'error'}: ${visibleText(message)}`] };
    }
  }
}

function describe(kind: CallKind, name: string, { output, log = [] }: CallAnswer): string[] {
  const logged = log.map(
    ({ level, message, fields }) =>
      `${level} ${visibleText(message)}${fields === null ? '' : ` ${JSON.stringify(fields)}`}`,
  );
  return kind === 'event' ? [...logged, `handled ${name}`] : [...logged, JSON.stringify(output)];
}
