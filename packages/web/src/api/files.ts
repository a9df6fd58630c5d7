import { endpoints, limits, type Endpoint, type Envelope, type InputOf, type OutputOf } from '@emberwatch/contract'
import { NetworkError } from './api-error.ts'
import { apiBase } from './base.ts'
import { envelopeIn, refuse, requestHeaders, send, type CallOptions } from './call.ts'
import { t } from '../i18n/i18n.ts'
import { useSession } from '../session/session.ts'

/** Reads a file. If the server answers with JSON instead, its message is shown for 6 s (specification section 8). */
export const readBlob = async <E extends Endpoint>(entry: E, input: InputOf<E>, options: CallOptions = {}): Promise<Blob> => {
  const { token } = useSession.getState()
  const answer = await send(entry, input as object, null, options)
  if (!answer.ok || answer.headers.get('Content-Type')?.includes('application/json')) {
    refuse(await envelopeIn(answer, options.signal), token, options.quiet, limits.blobErrorToast)
  }
  return answer.blob()
}

/** Saves a blob as a browser download. */
export const saveBlob = (blob: Blob, fileName: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

export const download = async <E extends Endpoint>(entry: E, input: InputOf<E>, fileName: string): Promise<void> =>
  saveBlob(await readBlob(entry, input), fileName)

/** Sends a form and reports how much of it has been sent, which fetch cannot. */
const sendWatched = (entry: Endpoint, body: FormData, onSent: (share: number) => void): Promise<Envelope<unknown>> =>
  new Promise((resolve, reject) => {
    const failed = () => reject(new NetworkError(t(($) => $.errors.network)))
    const sending = new XMLHttpRequest()
    sending.open(entry.method, `${apiBase}/${entry.path}`)
    for (const [name, value] of requestHeaders()) sending.setRequestHeader(name, value)
    sending.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0))
    sending.addEventListener('error', failed)
    sending.addEventListener('abort', failed)
    sending.addEventListener('load', () => {
      // A proxy in between may answer with a page of its own.
      envelopeIn(new Response(sending.responseText)).then(resolve, reject)
    })
    sending.send(body)
  })

/** Stores one file and returns its id. `onSent` is called with the share that has been sent. */
export const upload = async (
  file: Blob,
  purpose: NonNullable<InputOf<typeof endpoints.file.upload>['purpose']>,
  { onSent, ...options }: CallOptions & { onSent?: (share: number) => void } = {},
): Promise<string> => {
  const { token } = useSession.getState()
  const body = new FormData()
  body.set('purpose', purpose)
  body.set('file', file, file instanceof File ? file.name : purpose)
  const entry = endpoints.file.upload
  const envelope: Envelope<unknown> = onSent
    ? await sendWatched(entry, body, onSent)
    : await envelopeIn(await send(entry, {}, body, options), options.signal)
  return envelope.success ? String(envelope.data) : refuse(envelope, token, options.quiet)
}

/** Sends one file to a call that examines it and stores nothing. */
export const sendFile = async <E extends Endpoint>(entry: E, file: File): Promise<OutputOf<E>> => {
  const { token } = useSession.getState()
  const body = new FormData()
  body.set('file', file, file.name)
  const envelope: Envelope<unknown> = await envelopeIn(await send(entry, {}, body, {}))
  return envelope.success ? (envelope.data as OutputOf<E>) : refuse(envelope, token, false)
}
