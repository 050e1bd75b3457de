import { askFieldText, type SavedServer, type ServerField } from './editServer';
import { askAuthorities, askCertificateCheck, askClientCertificate } from './serviceCertificates';

/** The fields of certificates. */
export function tlsFields<T extends SavedServer>(isSecure: (target: T) => boolean): readonly ServerField<T>[] {
  const isMeant: ServerField<T>['isMeant'] = ({ target }) => isSecure(target);
  return [
    {
      label: 'Certificate Authorities',
      isMeant,
      value: ({ target: { tls } }) => tls?.ca ?? 'those of the system',
      ask: askAuthorities,
    },
    {
      label: 'Client Certificate',
      isMeant,
      value: ({ target: { tls } }) => tls?.certificate ?? 'none',
      ask: askClientCertificate,
    },
    {
      label: 'Check of the Certificate',
      isMeant,
      value: ({ target: { tls } }) => (tls?.isUnchecked ? 'none: anyone between can read and change what is sent' : 'on'),
      ask: askCertificateCheck,
    },
    {
      label: 'Name in the Certificate',
      isMeant,
      value: ({ target: { tls } }) => tls?.serverName ?? 'that of the address',
      ask: async ({ target, ...rest }) => {
        const text = await askFieldText(target, 'Name in the Certificate', {
          prompt: 'If it is not the host of the address, as through a forwarded port. Empty for the host of the address.',
          placeHolder: 'api.example.com',
          value: target.tls?.serverName ?? '',
          validateInput: (name) => (/^[\w.-]*$/.test(name.trim()) ? undefined : 'Enter a host name, such as api.example.com.'),
        });
        if (text === undefined) return undefined;
        return { ...rest, target: { ...target, tls: { ...target.tls, serverName: text.trim() || undefined } } };
      },
    },
  ];
}
