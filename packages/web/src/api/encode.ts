const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** The input of a GET call as a query string including `?`. Unset values are left out, arrays repeat their key. */
export const queryOf = (input: object): string => {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input)) {
    for (const one of Array.isArray(value) ? value : [value]) if (hasValue(one)) query.append(key, String(one))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** The body of a POST call: form-encoded by default (specification section 7), JSON if a form would be ambiguous. */
export const bodyOf = (input: object): URLSearchParams | string => {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined)
  if (entries.some(([, value]) => typeof value === 'object')) return JSON.stringify(Object.fromEntries(entries))
  return new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))
}
