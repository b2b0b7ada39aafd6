import { type ErrorDetail, validationFailed } from '@patchbay/kernel/errors';
import { addFormats } from '@patchbay/kernel/events';
import type { Contributions } from '@patchbay/kernel/extension';
import type { Principal } from '@patchbay/kernel/permissions';
import type { NotificationChannel } from '@patchbay/module-notifications/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { notDelivered } from '../errors.ts';
import { isDatabaseGone, stepErrorOf } from './step-error.ts';

export interface NotifyRequest {
  readonly channels: Readonly<Record<string, unknown>>;
  readonly title?: string | undefined;
  readonly body?: string | undefined;
}

export interface NotifyContext {
  readonly principal: Principal;
  readonly effect_id: string;
  readonly causation: readonly string[];
  readonly signal: AbortSignal;
}

const MAX_TITLE = 200;
const MAX_BODY = 4_000;
const DEFAULT_TITLE = 'Notification';

/**
 * Body of `fabric.notify`: every channel is tried; whatever fails is told, what was delivered stays so. When
 * our own database failed a channel, that error goes out as it is: the step is repeated under its effect id.
 */
export class Notifier {
  readonly #channels: Contributions<NotificationChannel>;
  readonly #ajv = addFormats(new Ajv2020({ allErrors: true, strict: false }));
  readonly #validators = new WeakMap<object, ValidateFunction>();

  constructor(channels: Contributions<NotificationChannel>) {
    this.#channels = channels;
  }

  async notify(
    request: NotifyRequest,
    context: NotifyContext,
  ): Promise<{ readonly delivered: readonly string[] }> {
    const wanted = Object.entries(request.channels);
    const channels = new Map(this.#channels.values.map((channel) => [channel.id, channel]));
    const details = wanted.flatMap(([id, settings]) => this.#faultsOf(id, channels.get(id), settings));
    if (details.length > 0) throw validationFailed({ details });
    const message = {
      title: cut(request.title || DEFAULT_TITLE, MAX_TITLE),
      body: cut(request.body ?? '', MAX_BODY),
      event_id: context.causation.at(-2) ?? null,
      effect_id: context.effect_id,
    };
    const results = await Promise.allSettled(
      wanted.map(async ([id, settings]) =>
        channels.get(id)?.deliver(context.principal, message, settings, context.signal),
      ),
    );
    const gone = results.find((result) => result.status === 'rejected' && isDatabaseGone(result.reason));
    if (gone?.status === 'rejected') throw gone.reason;
    const failures = results.flatMap((result, index) =>
      result.status === 'rejected' ? [`${wanted[index]?.[0]}: ${stepErrorOf(result.reason).message}`] : [],
    );
    if (failures.length > 0) throw notDelivered({ message: `Not delivered through ${failures.join('; ')}` });
    return { delivered: wanted.map(([id]) => id) };
  }

  #faultsOf(id: string, channel: NotificationChannel | undefined, settings: unknown): readonly ErrorDetail[] {
    const field = `params.channels.${id}`;
    if (channel === undefined) return [{ field, message: 'no such channel here', type: 'unknown_channel' }];
    const validate = this.#validators.get(channel.settings) ?? this.#ajv.compile(channel.settings);
    this.#validators.set(channel.settings, validate);
    if (validate(settings)) return [];
    return (validate.errors ?? []).map((error) => ({
      field: [field, ...error.instancePath.split('/').slice(1)].join('.'),
      message: error.message ?? 'is not valid',
      type: error.keyword,
    }));
  }
}

/** Counts characters as people do, so that none is cut in half. */
const cut = (text: string, most: number): string =>
  text.length <= most ? text : [...text.slice(0, most * 2)].slice(0, most).join('');
