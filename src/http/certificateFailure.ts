import type { ServerWords } from './serverWords';

/** What a server answers to a client without a certificate that it knows. */
const WANTS_CERTIFICATE = /ALERT_(?:CERTIFICATE_(?:REQUIRED|UNKNOWN|EXPIRED|REVOKED)|BAD_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)/;
const MAX_QUOTED = 200;

/** Why a certificate, or the key of this client, is the cause of a failed connection; undefined if it is not. */
export function certificateFailure(
  { code = '', message }: Pick<NodeJS.ErrnoException, 'code' | 'message'>,
  host: string,
  { certificate: place, unchecked }: Pick<ServerWords, 'certificate' | 'unchecked'>,
): string | undefined {
  if (WANTS_CERTIFICATE.test(code)) {
    return `${host} wants to see the certificate of a client that it knows: ${place}, with the certificate and its key.`;
  }
  if (/^ERR_OSSL|^ERR_CRYPTO|PASSPHRASE/.test(code)) {
    return `The certificate or key for ${host} cannot be used (${quoted(message)}): check the files and the passphrase.`;
  }
  if (code === 'CERT_HAS_EXPIRED') return `The certificate of ${host} has expired: renew it, or ${unchecked}.`;
  if (code === 'CERT_NOT_YET_VALID') {
    return `The certificate of ${host} is not valid yet: check the clocks of both machines, or ${unchecked}.`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const [, names] = /altnames: ((?:DNS|IP|URI)[^\n]*)$/.exec(message) ?? [];
    const others = names === undefined ? '' : ` (${quoted(names)})`;
    return `The certificate of ${host} is for another host${others}: write the host that it is for, or ${unchecked}.`;
  }
  if (!/CERT|SIGNED|UNABLE_TO_|TRUST/.test(code)) return undefined;
  return `The certificate of ${host} is not trusted (${quoted(message)}): ${place} with its authority, or ${unchecked}.`;
}

/** Without what Node.js adds for those who start it themselves. */
function quoted(message: string): string {
  return message.replace(/; if the root CA is installed locally, try running Node\.js with --use-system-ca$/, '').slice(0, MAX_QUOTED);
}
