export const texts = {
  subjects: {
    settings: '平台设置',
  },
  fields: {
    apiLogMonths: '接口日志保留（月）',
    mqttLogMonths: 'MQTT 日志保留（月）',
    loginLogMonths: '登录日志保留（月）',
    deviceValueMonths: '设备测量值保留（月）',
    exportDays: '导入导出文件保留（天）',
    defaultStorageMb: '默认存储配额（MB）',
    passwordMin: '密码最小长度',
    passwordKinds: '密码字符种类',
    passwordAgeDays: '密码有效期（天）',
    passwordReuse: '不可重复使用的历史密码数',
    sessionHours: '登录闲置时长（小时）',
    sessionDays: '登录最长时长（天）',
    wrongPasswords: '密码错误次数上限',
    lockOutMinutes: '锁定时长（分钟）',
    mapProvider: '地图类型',
    mapKey: '地图密钥',
    mapSecurityCode: '地图安全密钥',
  },
}
