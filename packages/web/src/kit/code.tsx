import { CopyOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { toast } from '../toast.ts'
import './code.css'

/** Copies a text to the clipboard. Returns whether the browser allowed it. Without https only the older API works. */
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
    // Inside the open dialog, if any: nothing outside it may take the focus.
    ;(before?.closest('[role=dialog]') ?? document.body).append(field)
    field.select()
    // oxlint-disable-next-line typescript/no-deprecated -- the only way without https
    const copied = document.execCommand('copy')
    field.remove()
    if (before instanceof HTMLElement) before.focus()
    return copied
  }
}

/** Columns and facts that hold a code. A click copies them. */
export const isCode = (field: string): boolean => /^(code|account)$|(?<!region|street)Code$/.test(field)

interface CodeProps {
  children: string
  /** The text links to its page, and the icon next to it copies. */
  href?: string
  /** Only the icon, next to a heading with the text. */
  signOnly?: true
}

/** A code that a click copies. */
export const Code = ({ children, href, signOnly }: CodeProps) => {
  const { t } = useTranslation('kit')
  const copy = async () => {
    if (await copyText(children)) toast.success(t(($) => $.code.copied, { code: children }))
    else toast.warning(t(($) => $.code.refused, { code: children }))
  }
  const label = t(($) => $.code.copy, { code: children })
  return (
    <span className="ew-code">
      {href !== undefined && (
        <a className="ew-link" href={href}>
          {children}
        </a>
      )}
      <button type="button" className="ew-code-copy" aria-label={label} title={label} onClick={() => void copy()}>
        {href === undefined && !signOnly && <span>{children}</span>}
        <CopyOutlined aria-hidden />
      </button>
    </span>
  )
}
