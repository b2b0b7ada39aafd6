const MAX_EMAIL_LENGTH = 254;

/** Whether a text is an e-mail address. Linear in the length of the text, which the usual expressions are not (RULES R10). */
export function isEmail(text: string): boolean {
  if (text.length > MAX_EMAIL_LENGTH) return false;
  const at = text.indexOf('@');
  const domain = text.slice(at + 1);
  return (
    at > 0 &&
    at <= 64 &&
    /^[^\s@"(),:;<>[\]\\]+$/.test(text.slice(0, at)) &&
    /^[a-z0-9.-]+$/i.test(domain) &&
    domain.includes('.') &&
    domain.split('.').every((label) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(label))
  );
}
