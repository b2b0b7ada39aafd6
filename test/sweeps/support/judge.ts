import { API_VERSION, documentedPath, openApiDocument } from '@patchbay/kernel/http';
import { SchemaCompiler } from '@patchbay/kernel/schema';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Answer } from '../../harness/index.ts';
import type { Swept } from './routes.ts';

interface Documented {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Responses }>>>>;
  readonly components: { readonly responses: Readonly<Record<string, DocumentedAnswer>> };
}
interface DocumentedAnswer {
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
  readonly headers?: Readonly<Record<string, object>>;
}
type Responses = Readonly<Record<string, DocumentedAnswer | { readonly $ref: string }>>;

/** Headers that an answer has whenever the document names them there. */
const PROMISED = ['X-Request-ID', 'ETag', 'WWW-Authenticate', 'Allow'] as const;

/** Without a first write a resource has no version. */
const isUnwritten = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'updated_at' in body && body.updated_at === null;

/** Compares answers with what the OpenAPI document promises of them. */
export class Judge {
  readonly #document: Documented;
  readonly #ajv = new SchemaCompiler({ strict: false });
  readonly #validators = new Map<string, ValidateFunction | null>();

  constructor(routes: readonly Swept[]) {
    const document = openApiDocument(
      routes.map(({ route }) => route),
      { version: API_VERSION },
    );
    this.#document = JSON.parse(JSON.stringify(document)) as Documented;
  }

  /** Statuses that the document names for a route. */
  statusesOf({ template, method }: Swept): readonly number[] {
    return Object.keys(this.#responsesOf(template, method)).map(Number);
  }

  /** What is wrong with an answer, or null: a fault of ours, an undeclared status, a body unlike its schema. */
  faultOf(swept: Swept, { status, body, text, headers }: Answer): string | null {
    if (status === 500) return `answered 500: ${text.slice(0, 300)}`;
    if (!this.statusesOf(swept).includes(status))
      return `answered ${status}, which it does not declare: ${text.slice(0, 300)}`;
    const promised = this.#answerOf(swept, status)?.headers ?? {};
    const missing = PROMISED.filter(
      (name) =>
        name in promised && !(name.toLowerCase() in headers) && !(name === 'ETag' && isUnwritten(body)),
    );
    if (missing.length > 0) return `its ${status} lacks ${missing.join(', ')}`;
    if (body === undefined) return null;
    const validate = this.#validatorOf(swept, status);
    if (validate === null || validate(body)) return null;
    return `its ${status} breaks its schema: ${this.#ajv.errorsText(validate.errors)}: ${text.slice(0, 300)}`;
  }

  #responsesOf(template: string, method: string): Responses {
    return this.#document.paths[documentedPath(template)]?.[method.toLowerCase()]?.responses ?? {};
  }

  #answerOf({ template, method }: Swept, status: number): DocumentedAnswer | undefined {
    const answer = this.#responsesOf(template, method)[status];
    if (answer === undefined || !('$ref' in answer)) return answer;
    return this.#document.components.responses[answer.$ref.split('/').at(-1) ?? ''];
  }

  #validatorOf(swept: Swept, status: number): ValidateFunction | null {
    const key = `${swept.method} ${swept.template} ${status}`;
    const known = this.#validators.get(key);
    if (known !== undefined) return known;
    const schema = this.#answerOf(swept, status)?.content?.['application/json']?.schema;
    const made = schema ? this.#ajv.compile({ ...schema, components: this.#document.components }) : null;
    this.#validators.set(key, made);
    return made;
  }
}
