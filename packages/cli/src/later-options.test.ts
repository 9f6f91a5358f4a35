import { expect } from 'chai';
import { Command } from 'commander';
import { addOptionsLater, withOptions } from './later-options.ts';
import { TokenCommand } from './token-command.ts';

describe('options that are added later', () => {
  function aCommand() {
    const program = new TokenCommand('program').exitOverride();
    let times = 0;
    const command = program.command('find').action(() => {});
    addOptionsLater(command, () => {
      times += 1;
      command.option('--name <text>', 'The name to look for.');
    });
    return { program, command, times: () => times };
  }

  it('are not made as long as nobody uses the command', () => {
    const { program, times } = aCommand();
    program.command('other').action(() => {});

    program.parse(['other'], { from: 'user' });

    expect(times()).to.equal(0);
  });

  it('are there when the command is parsed, explained or completed, each once', () => {
    const { program, command, times } = aCommand();

    expect(command.helpInformation()).to.include('--name <text>');
    program.parse(['find', '--name', 'Ada'], { from: 'user' });
    expect(command.opts()).to.deep.equal({ name: 'Ada' });
    expect(withOptions(command).options).to.have.length(1);
    expect(times()).to.equal(1);
  });

  it('are none for a command that adds its options at once', () => {
    const command = new Command('plain').option('--all');

    expect(withOptions(command).options).to.have.length(1);
  });
});
