import { defineTexts, textsNow } from '../text/texts.ts';

const texts = defineTexts({
  en: {
    declined: 'No passkey was used: the request was declined, or it ran out.',
    address:
      'Passkeys cannot be used at this address. Open the console under the name that its passkeys belong to.',
    known: 'This device or key holds a passkey of yours already.',
  },
  de: {
    declined: 'Es wurde kein Passkey verwendet: Die Anfrage wurde abgelehnt oder ist abgelaufen.',
    address:
      'An dieser Adresse lassen sich Passkeys nicht verwenden. Öffnen Sie die Konsole unter dem Namen, zu dem die Passkeys gehören.',
    known: 'Dieses Gerät oder dieser Schlüssel enthält schon einen Passkey von Ihnen.',
  },
});

/** A refusal of the browser in words; null for errors of another kind. */
export function passkeyFault(error: unknown): string | null {
  if (!(error instanceof DOMException)) return null;
  const t = textsNow(texts);
  switch (error.name) {
    case 'NotAllowedError':
    case 'AbortError':
      return t.declined;
    case 'SecurityError':
      return t.address;
    case 'InvalidStateError':
      return t.known;
    default:
      return error.message;
  }
}
