// What every page behind the sign-in needs, and the sign-in page does not, in one script.
export { consoleZh as texts } from '@emberwatch/contract/texts/zh'
/** antd's own texts. */
export { default as antd } from 'antd/es/locale/zh_CN'
