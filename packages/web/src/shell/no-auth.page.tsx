import { useTranslation } from 'react-i18next'
import { useSession } from '../session/session.ts'
import { signOut } from './sign-out.ts'
import { usePageSearch } from '../kit/search-params.ts'

/**
 * No permission (specification section 2): what was denied, where the user came from, and the way back. Inside the layout for
 * signed-in users.
 */
export default function NoAuthPage() {
  const { t } = useTranslation()
  const Part = useSession((state) => state.token) ? 'section' : 'main'
  const { fromUrl, fromModule, toUrl, toModule } = usePageSearch()
  const none = t(($) => $.noAuth.none)
  const facts = [
    [t(($) => $.noAuth.module), toModule],
    [t(($) => $.noAuth.path), toUrl],
    [t(($) => $.noAuth.from), fromModule],
    [t(($) => $.noAuth.fromPath), fromUrl],
  ] as const
  return (
    <Part className="ew-notice">
      <h1>{t(($) => $.noAuth.title)}</h1>
      <p>{t(($) => $.noAuth.hint)}</p>
      <dl className="ew-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || none}</dd>
          </div>
        ))}
      </dl>
      <div className="ew-buttons">
        <button
          type="button"
          className="ew-button"
          onClick={() => (fromUrl?.startsWith('/') ? location.assign(`#${fromUrl}`) : history.back())}
        >
          {t(($) => $.noAuth.back)}
        </button>
        <button type="button" className="ew-button ew-primary" onClick={() => void signOut()}>
          {t(($) => $.noAuth.toLogin)}
        </button>
      </div>
    </Part>
  )
}
