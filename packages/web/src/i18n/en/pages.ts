// What every page behind the sign-in needs, and the sign-in page does not, in one script.
export { consoleEn as texts } from '@emberwatch/contract/texts/en'
/** antd's own texts. */
export { default as antd } from 'antd/es/locale/en_GB'
