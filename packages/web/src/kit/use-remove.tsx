import { errorCatalogue } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error.ts'
import { confirm, confirmByName } from './confirm.ts'
import { toast } from '../toast.ts'

/** A message of the server: its first line, and the items below it as a list. */
const Listed = ({ text }: { text: string }) => {
  const [first = '', ...items] = text.split('\n')
  return (
    <>
      <p>{first}</p>
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/**
 * Deletes something after its name has been typed. `del` is a quiet write: if something depends on it, the error lists what, and
 * stays until it has been read (screens.md section 0, "Deletion"). Returns whether it was deleted.
 */
export const useRemove = (): ((name: string, hint: string, del: () => Promise<unknown>) => Promise<boolean>) => {
  const { t } = useTranslation('kit')
  return async (name, hint, del) => {
    const title = t(($) => $.confirmDialog.deleteTitle, { name })
    if (!(await confirmByName(name, { title, content: hint, ok: t(($) => $.remove) }))) return false
    try {
      await del()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (error instanceof ApiError && error.code === errorCatalogue.inUse.code) {
        await confirm({
          title: t(($) => $.confirmDialog.notDeleted, { name }),
          content: <Listed text={error.message} />,
          ok: t(($) => $.close),
          cancel: null,
        })
      } else if (!(error instanceof ApiError && error.code === errorCatalogue.sessionInvalid.code)) toast.error(error.message)
      return false
    }
    toast.success(t(($) => $.confirmDialog.deleted))
    return true
  }
}
