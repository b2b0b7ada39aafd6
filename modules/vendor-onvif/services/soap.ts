import { DeviceError, deviceWords, unreadableAnswer } from '@patchbay/vendor-kit';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { type Element, fieldsOf, refused, textIn } from './element.ts';

const NOUN = 'camera';
const parser = new XMLParser({
  removeNSPrefix: true,
  attributeNamePrefix: '@',
  ignoreAttributes: false,
  parseTagValue: false,
  parseAttributeValue: false,
});

const builder = new XMLBuilder({
  attributeNamePrefix: '@',
  ignoreAttributes: false,
  suppressBooleanAttributes: false,
});

const SPACES = {
  '@xmlns:s': 'http://www.w3.org/2003/05/soap-envelope',
  '@xmlns:tds': 'http://www.onvif.org/ver10/device/wsdl',
  '@xmlns:trt': 'http://www.onvif.org/ver10/media/wsdl',
  '@xmlns:tev': 'http://www.onvif.org/ver10/events/wsdl',
  '@xmlns:wsa': 'http://www.w3.org/2005/08/addressing',
};

/** SOAP 1.2 message. Elements are fields, attributes begin with `@`; texts are escaped. */
export const envelope = (header: Element, body: Element): string =>
  builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    's:Envelope': { ...SPACES, 's:Header': header, 's:Body': body },
  });

/** The answer's element of this name. Throws the camera's fault, or an error for an unreadable answer. */
export function readAnswer(status: number, body: string, name: string): Element {
  const content = fieldsOf(fieldsOf(parsed(status, body)['Envelope'])['Body']);
  if (content['Fault'] !== undefined) throw faultOf(status, fieldsOf(content['Fault']));
  if (status === 401) throw refused();
  const answer = content[name];
  if (status !== 200 || answer === undefined) throw unreadableAnswer(NOUN, status, { isWrite: false });
  return fieldsOf(answer);
}

/** A document type could make entities unfold; no camera has use for one. */
function parsed(status: number, body: string): Element {
  if (/<!(doctype|entity)/i.test(body)) throw unreadableAnswer(NOUN, status, { isWrite: false });
  try {
    return fieldsOf(parser.parse(body));
  } catch {
    return {};
  }
}

function faultOf(status: number, fault: Element): DeviceError {
  const subcode = textIn(fieldsOf(fieldsOf(fault['Code'])['Subcode'])['Value']);
  if (subcode.endsWith('NotAuthorized')) return refused();
  const reason = deviceWords(textIn(fieldsOf(fault['Reason'])['Text']));
  const isAbsent = /(ActionNotSupported|NoProfile|NoEntity)$/.test(subcode);
  return new DeviceError({
    type: isAbsent ? 'adapter_not_found' : 'adapter_error',
    outcome: 'refused',
    status,
    message: `the camera refused: ${reason || subcode || status}`,
  });
}
