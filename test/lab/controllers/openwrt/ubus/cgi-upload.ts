import { createHash } from 'node:crypto';
import type { LabAnswer, LabRequest } from '../../lab-product.ts';
import type { OpenWrtDevice } from '../device.ts';

/** `POST /cgi-bin/cgi-upload`: a form of parts `sessionid`, `filename`, `filemode` and, last, `filedata`. */
export function receiveUpload(device: OpenWrtDevice, request: LabRequest): LabAnswer {
  const boundary = /boundary="?([^";]+)"?/.exec(request.headers['content-type'] ?? '')?.[1];
  if (request.method !== 'POST' || boundary === undefined) return failure(400, 'Invalid request', 22);
  const content = request.bytes ?? Buffer.from(request.body);
  const parts = partsOf(content, boundary);
  const session = parts.get('sessionid')?.toString() ?? '';
  if (device.sessions.use(session) === undefined) return failure(403, 'Upload permission denied', 1);
  const path = parts.get('filename')?.toString() ?? '';
  const data = parts.get('filedata');
  if (!path.startsWith('/') || data === undefined) return failure(400, 'File data without name', 22);
  device.files.set(path, data);
  const reply = {
    size: data.length,
    checksum: createHash('md5').update(data).digest('hex'),
    sha256sum: createHash('sha256').update(data).digest('hex'),
  };
  return { status: 200, headers: { 'content-type': 'text/plain' }, body: JSON.stringify(reply) };
}

function partsOf(content: Buffer, boundary: string): ReadonlyMap<string, Buffer> {
  const parts = new Map<string, Buffer>();
  const mark = Buffer.from(`--${boundary}`);
  for (let at = content.indexOf(mark); at >= 0; ) {
    const end = content.indexOf(mark, at + mark.length);
    if (end < 0) break;
    const part = content.subarray(at + mark.length + 2, end - 2);
    const body = part.indexOf('\r\n\r\n');
    const name = /name="([^"]+)"/.exec(part.subarray(0, Math.max(0, body)).toString('latin1'))?.[1];
    if (name !== undefined) parts.set(name, Buffer.from(part.subarray(body + 4)));
    at = end;
  }
  return parts;
}

const failure = (status: number, message: string, code: number): LabAnswer => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body: JSON.stringify({ message, failure: [code, message] }),
  detail: message,
});
