/** Puts a text on the clipboard; answers whether the browser let it. Without https only the older way is open. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const before = document.activeElement
    const field = document.createElement('textarea')
    field.value = text
    field.readOnly = true
    field.className = 'ew-visually-hidden'
    // Inside the open dialog, if there is one: outside of it nothing may take the focus.
    ;(before?.closest('[role=dialog]') ?? document.body).append(field)
    field.select()
    // oxlint-disable-next-line typescript/no-deprecated -- the only way without https
    const copied = document.execCommand('copy')
    field.remove()
    if (before instanceof HTMLElement) before.focus()
    return copied
  }
}
