export const texts = {
  keyword: '名称或组织编码',
  created: '创建时间',
  kinds: {
    distributor: { one: '经销商', create: '新建经销商', edit: '编辑经销商' },
    agent_one: { one: '一级代理', create: '新建一级代理', edit: '编辑一级代理' },
    agent_two: { one: '二级代理', create: '新建二级代理', edit: '编辑二级代理' },
  },
  columns: { company: '公司 / 组织编码', companies: '下级公司', projects: '项目', devices: '设备', accounts: '账号' },
  views: { ending: '{{days}} 天内到期', ended: '已到期', disabled: '已停用' },
  expiry: { never: '长期', left: '剩余 {{count}} 天', today: '刚刚到期', over: '已到期 {{count}} 天' },
  enable: { ok: '启用', done: '“{{name}}”已启用' },
  disable: {
    ok: '停用',
    title: '停用“{{name}}”？',
    done: '“{{name}}”已停用',
    hint: '停用后，该公司及其下级公司的账号将在 5 秒内退出，并且无法登录。受影响的有：',
    goesOn: '设备继续上报，报警照常保存，上级公司仍可查看和处理。',
    stops: {
      companies: '公司',
      accounts: '账号',
      sessions: '当前登录',
      projects: '项目',
      devices: '设备',
      openOrders: '未完成工单',
      openAlarms: '未关闭报警',
    },
  },
  signInAs: '以管理员登录',
  noAdministrator: '该公司没有管理员账号',
  disabledNow: '公司已停用',
  deleteHint: '没有下级公司、账号、客户、项目和设备的公司才能删除。',
  form: {
    created: '公司已创建',
    orgCodeHint: '字母、数字或 -；用户凭此编码注册，也用于打开公司的登录页',
    expiresHint: '留空表示长期；到期后账号无法登录，设备与报警不受影响',
    quotasHint: '该公司及其全部下级合计的上限，留空不限',
    unlimited: '不限',
    domainHint: '用此域名打开平台时显示该公司的登录页',
    licenceHint: 'pdf、png 或 jpg',
    timeZoneHint: '默认与上级公司相同',
    adminHint: '公司的第一个账号，拥有您可授予的全部权限；密码在创建后显示一次',
  },
  edit: {
    preview: '预览',
    reset: '还原',
    saved: '公司信息已保存',
    platformNameHint: '显示在登录页、浏览器标签和页面底部',
    imageHint: '建议 {{width}}×{{height}} 像素；png、jpg 或 gif，不超过 1MB',
    colourHint: '六位十六进制颜色，如 #0b5cad',
    colourWeak: '与白色文字的对比度只有 {{ratio}}:1，低于 4.5:1，文字不易辨认',
    filingHint: '显示在登录页和每个页面的底部',
    appHint: '登录页的二维码指向此地址，http 或 https 开头',
    inherited: '未设置的项目沿用上级公司的设置',
    login: '登录页',
    menu: '侧边菜单（展开与收起）',
    loginOf: '登录页预览',
    menuOf: '侧边菜单预览，展开与收起',
    support: '客服电话 {{phone}}',
  },
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    company: typeof texts
  }
}
