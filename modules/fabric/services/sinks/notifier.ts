import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Notifications } from '@patchbay/module-notifications/contract';
import Type, { type TSchema } from 'typebox';
import { notDelivered } from '../../errors.ts';

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

export interface NotifyAnswer {
  readonly notice_id: string;
  readonly delivered: readonly string[];
  /** Accepted, and not through yet: receivers that are slow, or messages held back. */
  readonly pending: readonly string[];
}

/** Params of `fabric.notify`, around what its channels take. */
export const notifyInput = <C extends TSchema>(channels: C) =>
  Type.Object(
    {
      channels,
      title: Type.Optional(Type.String({ description: 'cut to 200 characters' })),
      body: Type.Optional(Type.String({ description: 'cut to 4,000 characters' })),
    },
    { additionalProperties: false },
  );

const DEFAULT_TITLE = 'Notification';

/**
 * Body of `fabric.notify`: a notice like any other, kept before anything is sent. A receiver that failed at the
 * first try fails the step by name, though tries go on; a repeated step sends nothing anew.
 */
export class Notifier extends Service<{ notifications: Pick<Notifications, 'send' | 'channelsSchema'> }> {
  #shown: { readonly channels: TSchema; readonly schema: TSchema } | undefined;

  /** Input of `fabric.notify` with these channels. */
  input(): TSchema {
    const channels = this.parts.notifications.channelsSchema();
    if (this.#shown?.channels !== channels) this.#shown = { channels, schema: notifyInput(channels) };
    return this.#shown.schema;
  }

  async notify(
    { channels, title, body }: NotifyRequest,
    { principal, effect_id, causation, signal }: NotifyContext,
  ): Promise<NotifyAnswer> {
    const { notice_id, delivered, pending, failures } = await this.parts.notifications.send(
      principal,
      {
        effect_id,
        channels,
        title: title || DEFAULT_TITLE,
        body: body ?? '',
        category: 'fabric',
        event_id: causation.at(-2) ?? null,
      },
      signal,
    );
    const named = failures.map(({ channel, message }) => `${channel}: ${message}`);
    if (named.length > 0) throw notDelivered({ message: `Not delivered through ${named.join('; ')}` });
    return { notice_id, delivered, pending };
  }
}
