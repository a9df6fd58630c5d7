import type { Endpoint } from '@emberwatch/contract'

export interface Answer {
  status: number
  code: number
  success: boolean
  msg: string
  data: { fields?: { field: string }[] } | null
}

/** Makes a call of the contract: GET with a query string, POST with JSON or a form with a file. */
export const sendTo = async (server: string, entry: Endpoint, input: unknown, token: string | null): Promise<Answer> => {
  const headers: Record<string, string> = {
    'accept-language': 'en',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
  const url = new URL(`/api/${entry.path}`, server)
  if (entry.method === 'GET') {
    for (const [key, value] of Object.entries(input as object))
      for (const each of Array.isArray(value) ? value : [value]) url.searchParams.append(key, String(each))
    return read(await fetch(url, { headers }))
  }
  if (entry.body === 'multipart') {
    const form = new FormData()
    for (const [key, value] of Object.entries(input as object)) form.append(key, String(value))
    form.append('file', new Blob(['x']), 'x.txt')
    return read(await fetch(url, { method: 'POST', headers, body: form }))
  }
  return read(
    await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    }),
  )
}

const read = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  return {
    status: response.status,
    ...(text.startsWith('{')
      ? (JSON.parse(text) as Omit<Answer, 'status'>)
      : { code: response.status, success: response.ok, msg: text, data: null }),
  }
}
