import { ApiError } from '../data/client.ts';
import { defineTexts, textsNow } from '../text/texts.ts';

const texts = defineTexts({
  en: { declined: 'You did not confirm that it is you. Nothing was changed.' },
  de: { declined: 'Sie haben nicht bestätigt, dass Sie es sind. Es wurde nichts geändert.' },
});

/** Type of the error of a write that needed a proof which the user did not give. */
export const PROOF_DECLINED = 'proof_declined';

/** Answers whether the user proved who they are. */
type Prompt = () => Promise<boolean>;

let prompt: Prompt = () => Promise.resolve(false);
let asking: Promise<boolean> | null = null;

/** The shell says how a proof is asked for. */
export function setProofPrompt(ask: Prompt): void {
  prompt = ask;
}

/** One question for all writes that wait for it. */
function proven(): Promise<boolean> {
  asking ??= prompt().finally(() => {
    asking = null;
  });
  return asking;
}

/** Sends once more after a fresh proof where the platform wants one (DECISIONS 45). */
export async function withProof<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.type !== 'reauthentication_required') throw error;
    if (!(await proven())) throw declined(error);
    return send();
  }
}

const declined = (error: ApiError): ApiError =>
  new ApiError({
    status: error.status,
    code: error.code,
    type: PROOF_DECLINED,
    message: textsNow(texts).declined,
    request_id: null,
    details: [],
    retry_after_seconds: null,
    body: null,
  });
