export const texts = {
  create: { user: '新建用户端版本', admin: '新建管理端版本' },
  editOf: '编辑版本 {{number}}',
  platform: '手机系统',
  companies: '目标公司',
  build: '构建号 {{code}}',
  inStore: '应用商店',
  publish: '发布',
  publishConfirm: {
    all: '向全部用户发布版本 {{number}}？发布后安装包和版本号不能再修改。',
    company: '向指定公司发布版本 {{number}}？发布后安装包和版本号不能再修改。',
    rollout: '向 {{percent}}% 的安装发布版本 {{number}}？发布后安装包和版本号不能再修改，比例可随时调整。',
  },
  published: '版本 {{number}} 已发布',
  withdraw: '撤回',
  withdrawOf: '撤回版本 {{number}}',
  withdrawHint:
    '撤回后不再向任何手机提供，下载地址随即失效，且不能恢复。已安装的手机（近 30 天活跃 {{count}} 台）不受影响，请另发更高的版本修复。',
  withdrawn: '已撤回',
  notWithdrawn: '已撤回的版本不能编辑',
  onlyDrafts: '只能删除草稿',
  remove: '只有从未发布过的草稿才能删除。',
  apk: {
    choose: '选择 APK 文件',
    upload: '上传 APK',
    replace: '更换 APK',
    stop: '取消上传',
    sending: '上传进度',
    examining: '正在读取 APK 并校验签名…',
    onlyApk: '请选择 .apk 文件',
    hint: '上传后自动读取包名、版本号、构建号和签名证书，并校验签名。',
  },
  form: {
    source: '来源',
    sourceFile: '上传 APK',
    sourceStore: '应用商店链接',
    apk: 'APK 文件',
    numberHint: '格式 X.x.xxx，须与 APK 内的版本号一致，并高于已发布过的版本',
    codeHint: '须大于已发布过的构建号',
    keyHint: '仅在确已更换签名密钥时打开：已安装旧版的手机可能需要卸载后重装',
    methodHint: '静默：后台自动更新；可选：用户可稍后再更新；强制：更新后才能继续使用',
    companiesHint: '包括所选公司的下级公司',
    rolloutHint: '按安装随机抽取；提高比例时，已在其中的安装保持不变',
    minHint: '低于此版本的应用会被强制升级',
    draftHint: '保存为草稿，发布后手机才会收到。',
    publishedHint: '版本已发布：只能修改更新说明、升级方式、发布范围和最低支持版本。',
  },
  detail: {
    title: { user: '用户端 {{number}}', admin: '管理端 {{number}}' },
    offer: '版本信息',
    apk: '安装包',
    store: '应用商店',
    record: '记录',
    withdrawn: '已撤回：{{reason}}',
  },
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'app-version': typeof texts
  }
}
