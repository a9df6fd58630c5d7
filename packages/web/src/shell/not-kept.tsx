import { useTranslation } from 'react-i18next'
import { useUnkept } from '../storage.ts'

/** Says what lasts only as long as the page, when the browser's storage is blocked or full. */
export const NotKept = ({ className = 'ew-bar' }: { className?: string }) => {
  const { t } = useTranslation()
  const unkept = useUnkept((state) => state.unkept)
  return unkept ? (
    <div className={className} role="status">
      {t(($) => $.notKept)}
    </div>
  ) : null
}
