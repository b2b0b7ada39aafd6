import { contributeWith } from '@patchbay/kernel/extension';
import { OUTBOUND, type Outbound, OutboundFailure, type OutboundReply } from '@patchbay/kernel/outbound';
import Type from 'typebox';
import { NOTIFICATIONS_CONFIG } from '../../config.ts';
import { NOTIFICATION_CHANNELS, type NotificationChannel } from '../../contract.ts';
import { receiverFailed, receiverRefused } from '../../errors.ts';
import { slackPayload } from './slack-payload.ts';
import { teamsPayload } from './teams-payload.ts';

const Settings = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 2_048 }),
    kind: Type.Optional(
      Type.Enum(['slack', 'teams'], { description: 'slack also for receivers of the same messages' }),
    ),
  },
  { additionalProperties: false },
);

/** Destination of a chat message. */
export interface ChatAddress {
  readonly url: string;
  readonly kind?: 'slack' | 'teams' | undefined;
}

const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 16_384;
const MAX_WAIT_SECONDS = 3_600;
/** Answers that another try may change. */
const PASSING = new Set([408, 425, 429]);
/** Connectors of Teams answer 200 for a message that they did not pass on. */
const TEAMS_FAILURE = /webhook message delivery failed/i;

/** Channel `chat`: incoming webhooks of Slack (and what understands them) and of Microsoft Teams. */
export function chatChannel(
  outbound: Pick<Outbound, 'send'>,
  allowedHosts: readonly string[],
): NotificationChannel {
  return {
    id: 'chat',
    title: 'Chat',
    settings: Settings,
    addressesOf: (settings) => [{ address: settings, label: hostOf(settings as ChatAddress) }],
    async send(message, address, signal) {
      const { url, kind = 'slack' } = address as ChatAddress;
      const payload = kind === 'teams' ? teamsPayload(message) : slackPayload(message);
      const reply = await sent(outbound, {
        policy: 'public',
        url,
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(payload),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
        allowedHosts,
        signal,
      });
      judge(reply);
    },
  };
}

export const contributedChat = contributeWith(
  NOTIFICATION_CHANNELS,
  { outbound: OUTBOUND, config: NOTIFICATIONS_CONFIG },
  ({ outbound, config }) => chatChannel(outbound, config.FABRIC_WEBHOOK_ALLOWED_HOSTS),
);

/** Visible part of an address: the rest permits posting there. */
export const hostOf = ({ url }: { readonly url: string }): string =>
  (URL.parse(url)?.host ?? '').slice(0, 254);

async function sent(
  outbound: Pick<Outbound, 'send'>,
  request: Parameters<Outbound['send']>[0],
): Promise<OutboundReply> {
  try {
    return await outbound.send(request);
  } catch (cause) {
    if (!(cause instanceof OutboundFailure)) throw cause;
    throw receiverFailed({ message: `The receiver could not be reached: ${cause.code}.`, cause });
  }
}

function judge({ status, body, headers }: OutboundReply): void {
  const isTaken = status >= 200 && status <= 299;
  if (isTaken && !TEAMS_FAILURE.test(body)) return;
  const message = `The receiver answered ${status}.`;
  if (!isTaken && status < 500 && !PASSING.has(status)) throw receiverRefused({ message });
  const seconds = Number(headers['retry-after']);
  throw receiverFailed({
    message: isTaken ? 'The receiver did not pass the message on.' : message,
    ...(seconds > 0 ? { retryAfterSeconds: Math.min(seconds, MAX_WAIT_SECONDS) } : {}),
  });
}
