import { isAbsolute } from 'node:path';
import { CaptureError } from '../common/captureError';
import type { Connection } from '../http/connection';
import type { FleetSource } from './fleetSource';
import type { FleetStore } from './fleetStore';

/** Loads what asks the store of a source; asks nothing. Throws CaptureError `badAddress`. */
export async function openStore(source: FleetSource, connection: Connection): Promise<FleetStore> {
  const { kind, address, name } = source;
  if (kind === 'pyroscope') {
    const { PyroscopeStore } = await import('./pyroscope/pyroscopeStore');
    return new PyroscopeStore(webAddress(address, name), connection);
  }
  if (kind === 'parca') {
    const { ParcaStore } = await import('./parca/parcaStore');
    return new ParcaStore(webAddress(address, name), connection, source.serviceLabel);
  }
  if (kind === 'cloudProfiler') {
    const { CloudProfilerStore } = await import('./cloudProfiler/cloudProfilerStore');
    return new CloudProfilerStore(address, connection);
  }
  const { FilesStore } = await import('./files/filesStore');
  if (/^https?(?:\+insecure)?:\/\//.test(address)) {
    const { listedFiles } = await import('./files/listedFiles');
    return new FilesStore(listedFiles(webAddress(address, name), connection), source.serviceLabel);
  }
  if (!isAbsolute(address)) {
    throw new CaptureError('badAddress', `The address of ${name} is not a whole path or a web address: ${address}.`);
  }
  const { localFiles } = await import('./files/localFiles');
  return new FilesStore(localFiles(address), source.serviceLabel);
}

function webAddress(address: string, name: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && ['http:', 'https:', 'https+insecure:', 'http+unix:'].includes(url.protocol)) return url;
  throw new CaptureError('badAddress', `The address of ${name} is not a web address: write it as https://host:port.`);
}
