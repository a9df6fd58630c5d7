import { endpoints, type Envelope, type InputOf } from '@emberwatch/contract'
import { NetworkError } from './api-error.ts'
import { apiBase } from './base.ts'
import { refuse, requestHeaders } from './call.ts'
import { t } from '../i18n/i18n.ts'
import { useSession } from '../session/session.ts'

interface Options {
  readonly signal?: AbortSignal
  /** How much has been sent, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** Stores one large file and reports its progress, which `fetch` cannot. Returns its id. The caller shows failures. */
export const uploadWithProgress = async (
  file: File,
  purpose: NonNullable<InputOf<typeof endpoints.file.upload>['purpose']>,
  { signal, onProgress }: Options,
): Promise<string> => {
  const { token } = useSession.getState()
  const body = new FormData()
  body.set('purpose', purpose)
  body.set('file', file, file.name)
  const envelope = await new Promise<Envelope<unknown>>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${apiBase}/${endpoints.file.upload.path}`)
    requestHeaders().forEach((value, name) => request.setRequestHeader(name, value))
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total))
    const failed = () => reject(new NetworkError(t(($) => $.errors.network)))
    request.addEventListener('error', failed)
    request.addEventListener('abort', failed)
    // A proxy in between may answer with a page of its own.
    request.addEventListener('load', () =>
      request.response === null ? failed() : resolve(request.response as Envelope<unknown>),
    )
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
  return envelope.success ? String(envelope.data) : refuse(envelope, token, true)
}
