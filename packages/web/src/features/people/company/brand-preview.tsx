import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import { QRCode } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFileUrl } from '../../../kit/file-image.tsx'
import { useMe } from '../../../session/me.tsx'
import { MenuIcon } from '../../../shell/menu-icon.tsx'
import { sideMenuOf } from '../../../kit/menu-tree.ts'
import { brandImage, buttonColours } from '../../../shell/use-branding.ts'
import { isColour } from '../../../theme/contrast.ts'
import '../../../kit/detail/detail.css'
import './brand-preview.css'

export type BrandValues = Partial<Omit<InputOf<typeof endpoints.companyConfig.update>, 'version' | 'watermark'>>
type Inherited = OutputOf<typeof endpoints.companyConfig.find>['inherited']

interface Brand {
  name: string
  logo: string | undefined
  loginLogo: string | undefined
  collapsedLogo: string | undefined
  background: string | undefined
  notice: string | undefined
  appUrl: string | undefined
  colour: string | undefined
  phone: string | undefined
}

type ImageName = 'bigFeatures' | 'smallFeatures' | 'loginLogo' | 'loginBgLogo'

/** What will be shown if the form is saved as it is: its values, and for missing ones those of the companies above. */
const useBrand = (values: BrandValues, inherited: Inherited): Brand => {
  const { t } = useTranslation()
  const own = {
    bigFeatures: useFileUrl(values.bigFeatures),
    smallFeatures: useFileUrl(values.smallFeatures),
    loginLogo: useFileUrl(values.loginLogo),
    loginBgLogo: useFileUrl(values.loginBgLogo),
  }
  const taken = (name: keyof BrandValues) => inherited?.[name] ?? undefined
  const image = (name: ImageName) => (values[name] ? own[name] : brandImage(taken(name)))
  const words = (name: 'platformName' | 'filingNotice' | 'appDownloadUrl' | 'supportPhone') => values[name]?.trim() || taken(name)
  return {
    name: words('platformName') ?? t(($) => $.product),
    logo: image('bigFeatures'),
    loginLogo: image('loginLogo') ?? image('bigFeatures'),
    collapsedLogo: image('smallFeatures'),
    background: image('loginBgLogo'),
    notice: words('filingNotice'),
    appUrl: words('appDownloadUrl'),
    colour: isColour(values.primaryColour) ? values.primaryColour : taken('primaryColour'),
    phone: words('supportPhone'),
  }
}

const Login = ({ brand }: { brand: Brand }) => {
  const { t } = useTranslation()
  const company = useTranslation('company').t
  const style = { ...(brand.background ? { backgroundImage: `url("${brand.background}")` } : {}), ...buttonColours(brand.colour) }
  return (
    <div
      className="ew-brand-login"
      role="img"
      aria-label={company(($) => $.edit.loginOf)}
      data-picture={brand.background !== undefined}
      style={style}
    >
      <div className="ew-brand-head">
        <img src={brand.loginLogo ?? './favicon.svg'} alt="" data-mark={brand.loginLogo === undefined} />
        <span>{brand.name}</span>
        <small>{t(($) => $.login.line)}</small>
      </div>
      <div className="ew-brand-card">
        <strong>{t(($) => $.login.title)}</strong>
        <i>{t(($) => $.login.account)}</i>
        <i>{t(($) => $.login.password)}</i>
        <b>{t(($) => $.login.submit)}</b>
      </div>
      {brand.appUrl && (
        <div className="ew-brand-app" aria-hidden>
          <QRCode value={brand.appUrl} size={72} type="svg" bordered={false} color="#000000" bgColor="#ffffff" />
        </div>
      )}
      <div className="ew-brand-foot">
        {[brand.notice, brand.phone && t(($) => $.login.support, { phone: brand.phone })].filter(Boolean).join(' · ')}
      </div>
    </div>
  )
}

const SideMenus = ({ brand }: { brand: Brand }) => {
  const { t } = useTranslation('company')
  const { menus } = useMe()
  const entries = sideMenuOf(menus).slice(0, 7)
  return (
    <div className="ew-brand-menus" role="img" aria-label={t(($) => $.edit.menuOf)}>
      {([false, true] as const).map((collapsed) => {
        const logo = collapsed ? brand.collapsedLogo : brand.logo
        return (
          <div key={String(collapsed)} className="ew-brand-menu" data-collapsed={collapsed}>
            <div className="ew-brand-top">
              {logo ? <img src={logo} alt="" /> : collapsed ? <MenuIcon name="alarmLog" /> : <span>{brand.name}</span>}
            </div>
            {entries.map(({ code, icon, name }) => (
              <div key={code} className="ew-brand-entry">
                <MenuIcon name={icon} />
                {!collapsed && <span>{name}</span>}
              </div>
            ))}
          </div>
        )
      })}
    </div>
  )
}

/** The sign-in page and the side menu, expanded and collapsed, as they will look. */
export const BrandPreview = ({ values, inherited }: { values: BrandValues; inherited: Inherited }) => {
  const { t } = useTranslation('company')
  const brand = useBrand(values, inherited)
  return (
    <>
      <section className="ew-panel">
        <h2>{t(($) => $.edit.login)}</h2>
        <Login brand={brand} />
      </section>
      <section className="ew-panel">
        <h2>{t(($) => $.edit.menu)}</h2>
        <SideMenus brand={brand} />
      </section>
    </>
  )
}
