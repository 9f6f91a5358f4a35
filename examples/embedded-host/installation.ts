import { type Application, loadConfiguration, migrated, openApplication, openLog } from '@chancery/server';

/** Chancery in this process, on the embedded database in the folder: every port as the configuration says. */
export async function openInstallation(dataDirectory: string, baseUrl?: string): Promise<Application> {
  const configuration = loadConfiguration({
    CHANCERY_DATA_DIR: dataDirectory,
    CHANCERY_LOG_LEVEL: 'warn',
    ...(baseUrl === undefined ? {} : { CHANCERY_BASE_URL: baseUrl }),
  });
  const application = await openApplication(configuration, openLog(configuration.logLevel));
  await migrated(application, true);
  await application.prepare();
  return application;
}

/** The folder that the program was started for. */
export const dataDirectory = process.env.CHANCERY_DATA_DIR ?? './data';
