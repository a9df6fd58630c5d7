import { theme, type ThemeConfig } from 'antd'
import { dark, light, type Palette } from './palette.ts'
import { fontSizes, motion, radii } from './tokens.ts'

type Algorithm = Extract<NonNullable<ThemeConfig['algorithm']>, (...inputs: never[]) => unknown>

/**
 * antd derives its shades from seeds. The colours with a meaning are then set to ours exactly, so that their contrast is known.
 */
const exact =
  (palette: Palette, base: Algorithm): Algorithm =>
  (seed, map) => ({
    ...base(seed, map),
    colorPrimary: palette.accent,
    colorPrimaryHover: palette.accentHover,
    colorPrimaryActive: palette.accentActive,
    colorPrimaryText: palette.accent,
    colorPrimaryTextHover: palette.accentHover,
    colorPrimaryTextActive: palette.accentActive,
    colorPrimaryBg: palette.accentSoft,
    colorError: palette.danger,
    colorErrorHover: palette.danger,
    colorErrorActive: palette.danger,
    colorErrorText: palette.danger,
    colorErrorBg: palette.dangerSoft,
    colorWarning: palette.fault,
    colorWarningText: palette.fault,
    colorWarningBg: palette.faultSoft,
    colorSuccess: palette.normal,
    colorSuccessText: palette.normal,
    colorSuccessBg: palette.normalSoft,
    colorInfo: palette.info,
    colorInfoText: palette.info,
    colorInfoBg: palette.infoSoft,
    colorText: palette.text,
    colorTextSecondary: palette.muted,
    colorTextTertiary: palette.muted,
    colorTextQuaternary: palette.muted,
    colorBgLayout: palette.page,
    colorBgContainer: palette.surface,
    colorBgElevated: palette.raised,
    colorBorder: palette.fieldBorder,
    colorBorderSecondary: palette.border,
  })

const themeOf = (palette: Palette, base: Algorithm): ThemeConfig => ({
  algorithm: exact(palette, base),
  token: {
    colorPrimary: palette.accent,
    colorError: palette.danger,
    colorWarning: palette.fault,
    colorSuccess: palette.normal,
    colorInfo: palette.info,
    colorLink: palette.accent,
    colorLinkHover: palette.accentHover,
    colorLinkActive: palette.accentActive,
    colorTextPlaceholder: palette.muted,
    colorTextDescription: palette.muted,
    colorTextDisabled: palette.muted,
    colorTextHeading: palette.text,
    colorTextLightSolid: palette.onAccent,
    // In the dark theme a solid fill is light with dark text, so tooltips follow.
    colorBgSpotlight: palette === dark ? '#dfe6ee' : '#25313e',
    fontFamily:
      'system-ui, -apple-system, "Segoe UI", "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
    fontSize: fontSizes.body,
    borderRadius: radii.small,
    borderRadiusLG: radii.card,
    wireframe: false,
    // People who asked the system for less motion get none.
    motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    motionDurationFast: `${motion / 2}ms`,
    motionDurationMid: `${motion}ms`,
    motionDurationSlow: `${motion}ms`,
  },
  components: {
    Table: { headerBg: palette.page, cellPaddingBlockMD: 8, cellPaddingInlineMD: 10, headerSplitColor: 'transparent' },
    Menu: {
      darkItemBg: palette.menu,
      darkSubMenuItemBg: palette.menu,
      darkItemColor: palette.menuText,
      darkItemSelectedBg: palette.menuActive,
      darkItemSelectedColor: '#ffffff',
    },
    Form: { itemMarginBottom: 16 },
  },
})

export const themes = { light: themeOf(light, theme.defaultAlgorithm), dark: themeOf(dark, theme.darkAlgorithm) }
