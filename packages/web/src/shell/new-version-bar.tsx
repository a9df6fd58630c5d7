import { useTranslation } from 'react-i18next'
import { useNewVersion } from './new-version.ts'

/**
 * Announces that the platform has been upgraded. It never reloads by itself. A form with unsaved changes asks before it is left.
 */
export const NewVersionBar = () => {
  const { t } = useTranslation()
  if (!useNewVersion()) return null
  return (
    <div className="ew-bar" role="status">
      {t(($) => $.newVersion.there)}
      <button type="button" className="ew-button" onClick={() => location.reload()}>
        {t(($) => $.newVersion.reload)}
      </button>
    </div>
  )
}
