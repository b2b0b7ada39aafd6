import { XMLParser } from 'fast-xml-parser';

const parser = new XMLParser({ removeNSPrefix: true, ignoreAttributes: true, parseTagValue: false });

export type Element = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Element =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

export interface SoapCall {
  /** Name of the element in the body (`GetProfiles`). */
  readonly action: string;
  readonly given: Element;
  readonly security: Element;
}

/** Null for what is no SOAP request. */
export function readCall(body: string): SoapCall | null {
  if (body.includes('<!')) return null;
  try {
    const envelope = fieldsOf(fieldsOf(parser.parse(body))['Envelope']);
    const [entry] = Object.entries(fieldsOf(envelope['Body']));
    if (entry === undefined) return null;
    const security = fieldsOf(fieldsOf(fieldsOf(envelope['Header'])['Security'])['UsernameToken']);
    return { action: entry[0], given: fieldsOf(entry[1]), security };
  } catch {
    return null;
  }
}

const spaces = [
  'xmlns:env="http://www.w3.org/2003/05/soap-envelope"',
  'xmlns:tds="http://www.onvif.org/ver10/device/wsdl"',
  'xmlns:trt="http://www.onvif.org/ver10/media/wsdl"',
  'xmlns:tev="http://www.onvif.org/ver10/events/wsdl"',
  'xmlns:tns1="http://www.onvif.org/ver10/topics"',
  'xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2"',
  'xmlns:wsa="http://www.w3.org/2005/08/addressing"',
  'xmlns:tt="http://www.onvif.org/ver10/schema"',
  'xmlns:ter="http://www.onvif.org/ver10/error"',
].join(' ');

export const envelope = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><env:Envelope ${spaces}><env:Body>${body}</env:Body></env:Envelope>`;

export const fault = (code: 'Sender' | 'Receiver', subcode: string, reason: string): string =>
  envelope(
    `<env:Fault><env:Code><env:Value>env:${code}</env:Value><env:Subcode><env:Value>ter:${subcode}</env:Value></env:Subcode></env:Code>` +
      `<env:Reason><env:Text xml:lang="en">${reason}</env:Text></env:Reason></env:Fault>`,
  );

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
